"""A trained policy as a bot: "policy:duel.pt" (saved by torch) or "policy:duel.onnx".

A policy turns an observation into one number a column; of the columns that are allowed, the bot takes
the one with the highest. It was trained for certain observations and columns, and says so by a digest.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from fabletop.bots.bot import Bot
from fabletop.kernel.extras import extra
from fabletop.kernel.game import Opening
from fabletop.kernel.observing import Observer
from fabletop.kernel.question import Mistake
from fabletop.kernel.rng import Rng
from fabletop.kernel.state import MOST_ACTIONS, State

ABOUT = "fabletop.json"  # what a file says about itself: see `about`


def about(observer: Observer[Any]) -> str:
    """What a saved policy says about itself."""
    opening = observer.opening
    found = {"digest": observer.digest, "game": opening.game.name, "players": opening.players}
    return json.dumps(found)


class Policy:
    def __init__(self, file: str, told: str, forward: Callable[[Any], Any]) -> None:
        self.file = file
        self.forward = forward  # an array of bytes to an array of numbers
        try:
            said = json.loads(told)
            self.digest = str(said["digest"])
            self.trained_for = f"{said['game']} for {said['players']}"
        except (ValueError, KeyError, TypeError):
            raise Mistake(
                f"{file!r} does not say what it was trained for: save policies by fabletop.envs.policies.save"
            ) from None

    def check_fits(self, observer: Observer[Any]) -> None:
        """A Mistake if it was trained for other observations or columns."""
        if self.digest != observer.digest:
            opening = observer.opening
            here = f"{opening.game.name} for {opening.players}"
            more = " as it was then" if here == self.trained_for else ""
            raise Mistake(
                f"the policy {self.file!r} does not fit {here}: it was trained for {self.trained_for}{more} "
                f"({self.digest}, and here it is {observer.digest})"
            )


@cache
def load(file: str) -> Policy:
    """The policy of a file; a Mistake says what is wrong with it."""
    path = Path(file)
    if path.suffix not in (".pt", ".onnx"):
        raise Mistake(f"a policy is a file that ends in .pt or .onnx, not {file!r}")
    if not path.is_file():
        raise Mistake(f"there is no policy {file!r}")
    return load_torch(file) if path.suffix == ".pt" else load_onnx(file)


def load_torch(file: str) -> Policy:
    torch = extra("torch")
    told: dict[str, Any] = {ABOUT: ""}  # torch writes bytes into it
    try:
        network = torch.jit.load(file, _extra_files=told)
    except RuntimeError as error:
        raise Mistake(f"{file!r} cannot be read: {str(error).splitlines()[0]}") from None
    network.eval()
    torch.set_num_threads(1)

    def forward(seen: Any) -> Any:
        with torch.inference_mode():
            return network(torch.from_numpy(seen)[None])[0].numpy()

    said = told[ABOUT]
    return Policy(file, said if isinstance(said, str) else said.decode(), forward)


def load_onnx(file: str) -> Policy:
    runtime = extra("onnxruntime")
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = 1
    try:
        session = runtime.InferenceSession(file, settings)
    except Exception as error:  # each of its errors has a class of its own
        raise Mistake(f"{file!r} cannot be read: {str(error).splitlines()[0]}") from None
    name = session.get_inputs()[0].name

    def forward(seen: Any) -> Any:
        return session.run(None, {name: seen[None]})[0][0]

    return Policy(file, session.get_modelmeta().custom_metadata_map.get(ABOUT, ""), forward)


class PolicyBot(Bot):
    def __init__(self, policy: Policy) -> None:
        self.name = "policy"
        self.blind = False
        self.sees_all = False
        self.policy = policy
        self.numpy = extra("numpy")
        self.opening: Opening | None = None
        self.observer: Observer[Any] | None = None

    def observing(self, state: State) -> Observer[Any]:
        kept = self.observer
        if kept is None or self.opening is not state.opening:
            kept = state.opening.game.observer(state.opening)
            self.policy.check_fits(kept)
            self.opening = state.opening
            self.observer = kept
        return kept

    def choose(self, state: State, rng: Rng) -> i64:
        """The answer that the policy likes best; of equals the first."""
        observer = self.observing(state)
        listed = vec[i64]([0] * MOST_ACTIONS)
        columns = vec[i64]([0] * MOST_ACTIONS)
        count = state.legal_into(listed)
        observer.actions.columns_into(state, listed, count, columns)
        seen = vec[u8]([0] * int(observer.width))
        observer.observe_into(state, state.seat, seen, 0)
        array = self.numpy.frombuffer(seen, dtype="uint8").astype("float32")
        likes = self.policy.forward(array).tolist()
        best: i64 = 0
        for i in range(1, count):
            if likes[columns[i]] > likes[columns[best]]:
                best = i
        return listed[best]


def check_fits(name: str, opening: Opening) -> None:
    """A Mistake if this is the name of a policy that cannot play what was agreed."""
    word, _, file = name.partition(":")
    if word == "policy":
        load(file).check_fits(opening.game.observer(opening))
