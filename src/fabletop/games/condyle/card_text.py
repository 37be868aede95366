"""What a card says: its words, made from its effect."""

from fabletop.games.condyle import cards as c
from fabletop.games.condyle.edition import Act, Charm, Face, Space
from fabletop.games.condyle.programs import Aim, If, Node, Step

SUBJECT = {
    "you": "you",
    "other": "another player",
    "others": "every other player",
    "any": "any player",
    "all": "everyone",
    "pawn": "any pawn",
    "it": "that player",
    "next": "the next player",
}
RULES = {
    "HAND_SAFE": "nobody else can take cards out of your hand",
    "PILE_SAFE": "nobody else can steal from your pile",
    "MOVE_SAFE": "nobody else can move you",
    "CEMETERY_SAFE": "the Cemetery costs you nothing",
    "NO_HIGHWAY": "the Highway gives you nothing",
    "NO_HAUNT": "beginning a turn with Benny brings you no Haunted card",
    "HAND_OPEN": "your hand lies open",
    "STEAL-1": "each of your thefts takes one card less",
    "BENNY+2": "screams in your turns move Benny 2 farther",
    "MOVE+1": "your moves may be 1 longer",
    "MOVE+2": "your moves may be 2 longer",
    "MOVE-1": "your moves are 1 shorter",
}
BUILT = "add it to the map, or put it in the place of a card and that card elsewhere"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def place(name: str) -> str:
    """A space in running words."""
    return "the cul-de-sac" if name == "CUL-DE-SAC" else name.title()


def either(names: tuple[str, ...]) -> str:
    return " or ".join(place(name) for name in names)


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' if n > 1 else ''}"


def subject(aim: Aim) -> str:
    who = SUBJECT[aim.who]
    if not aim.spaces:
        return who
    if aim.spaces == ("here",):
        return f"{who} on your space"
    if aim.spaces == ("near",):
        return f"{who} on your space or next to it"
    return f"{who} {'not on' if aim.outside else 'on'} {either(aim.spaces)}"


# --- Steps -------------------------------------------------------------------------------------------


def steps_text(steps: tuple[Node, ...]) -> str:
    return "; ".join(node_text(step) for step in steps)


def node_text(node: Node) -> str:
    if isinstance(node, If):
        text = f"{condition_text(node.condition)}: {steps_text(node.then)}"
        return f"{text}; otherwise: {steps_text(node.otherwise)}" if node.otherwise else text
    text = step_text(node)
    return f"you may {text}" if node.may and not text.startswith("you may") else text


def condition_text(condition: str) -> str:
    if condition.startswith("you@"):
        return f"if you rest on {either(tuple(condition[4:].split('|')))}"
    if condition.startswith("hand>="):
        return f"with {condition[6:]} or more cards in hand"
    if condition.startswith("pile<="):
        return f"with {condition[6:]} or fewer cards in your pile"
    return "if you moved this turn" if condition == "moved" else "if you did"


def how_far(step: Step) -> str:
    if step.other == c.UP_TO:
        return f"up to {counted(step.n, 'space')}"
    return f"{step.n} or {step.other} spaces" if step.other else counted(step.n, "space")


def step_text(step: Step) -> str:
    if step.aim is None:
        return lone_text(step)
    who = subject(step.aim)
    if step.op in ("LOSE", "RECOVER", "STEAL", "SCAVENGE"):
        return card_text(step, who)
    own = step.aim.who == "you"
    if step.op == "MOVE":
        if step.by:
            return f"the next player moves {who} {how_far(step)}"
        return f"move {'your pawn' if own else who} {how_far(step)}"
    if step.op == "SEND":
        to = "any other space" if step.how == "any" else place(step.how)
        return f"put {'your pawn' if own else who} on {to}"
    words = {
        "TRADE_PLACES": f"change places with {who}",
        "TRADE_HANDS": f"exchange hands with {who}",
        "STASH": f"put up to {counted(step.n, 'hand card')} under your pile",
        "FETCH": f"take {counted(step.n, 'face-up card')} of your discard to your hand",
        "DRAW": f"{'draw' if own else who + ' draws'} {counted(step.n, 'card')}",
        "SIFT": f"look at the top {step.n} of your pile and put each back on top or at the bottom",
        "LOOK": f"look at the hand of {who}",
        "BOOST": f"your next Movement may be {step.n} longer",
        "SHIELD": f"until your next turn nobody else can {SHIELDED.get(step.how, '')} you",
        "CLEAR": "all your Permanent cards leave the game",
        "ELIMINATE": "you are out of the game",
    }
    return words[step.op]


SHIELDED = {"steal": "steal from", "move": "move", "both": "steal from or move"}


def card_text(step: Step, who: str) -> str:
    n = step.n
    if step.op == "STEAL":
        if step.how == "pile":
            return f"put the top {n} of the pile of {who} under yours"
        if step.how == "seen":
            return f"look at the hand of {who} and take {counted(n, 'card')}"
        return f"steal {counted(n, 'hand card')} at random from {who}"
    if step.op == "SCAVENGE":
        return f"put the top {n} of the discard of {who} under your pile"
    own = step.aim is not None and step.aim.who == "you"
    if step.op == "RECOVER":
        what = "the whole discard" if n == c.EVERYTHING else f"the top {counted(n, 'card')} of the discard"
        put = "shuffle {} into the pile" if step.how == "shuffle" else "put {} under the pile"
        if own:
            return put.replace("the pile", "your pile").format(what.replace("the discard", "your discard"))
        return f"{who}: {put.format(what)}"
    verb = "you lose" if own else f"{who} loses"
    if n == c.EVERYTHING:
        return f"{verb} the whole hand"
    if step.how == "pile":
        return f"{verb} the top {counted(n, 'card')} of {'your' if own else 'the'} pile"
    how = {
        "hand": "from hand",
        "either": "from hand or pile",
        "random": "from hand at random",
        "yours": "from hand, of your choice",
    }
    return f"{verb} {counted(n, 'card')} {how[step.how]}"


def lone_text(step: Step) -> str:
    if step.op == "LOOK":
        which = "all face-down Acts" if step.n == c.EVERYTHING else counted(step.n, "face-down Act")
        return f"look at {which}"
    if step.op == "CANCEL":
        return "a card does nothing to you" if step.how == "self" else "a card is cancelled for everyone"
    words = {
        "PASS": "everyone passes a hand card to the next player",
        "END_TURN": "your turn ends without a draw",
        "BUILD": BUILT,
        "BENNY": f"move Benny {how_far(step)}",
    }
    return words[step.op]


# --- Whole cards -------------------------------------------------------------------------------------


def face_text(face: Face) -> str:
    text = sentence(steps_text(face.does))
    return f"Defensive. {text}" if face.defensive else text


def act_text(act: Act) -> str:
    return sentence(steps_text(act.does))


def charm_text(charm: Charm) -> str:
    if charm.rule:
        return f"Permanent. {sentence(RULES[charm.rule])}"
    text = steps_text(charm.does)
    if charm.trigger == "BEGIN":
        return f"Permanent. When your turn begins: {text}."
    if charm.trigger == "LAND":
        return f"Permanent. When you land on {either(charm.spaces)}: {text}."
    return sentence(text)


def space_text(space: Space) -> str:
    if space.rule:
        return f"While you rest here, {RULES[space.rule]}."
    if space.boost:
        return f"Begin a turn here: your Movement may be up to {space.boost} longer."
    if space.does:
        return f"Landing: {steps_text(space.does)}."
    special = {
        "cul_de_sac": "Begin a turn here: flip an Act of Desperation first.",
        "out_in_the_cold": "Here, once in your turn, you may flip a Last Winter card.",
        "passage": "Both Passages are one space.",
    }
    return special.get(space.id, "No effect.")
