// Which drawing belongs to which card: ours to choose; names and numbers come from the catalog.
// Icons from game-icons.net (CC BY 3.0), the carpet is our own.

import acorn from "icon:acorn"
import babyFace from "icon:baby-face"
import beard from "icon:beard"
import bottledShadow from "icon:bottled-shadow"
import bowArrow from "icon:bow-arrow"
import candleLight from "icon:candle-light"
import cannon from "icon:cannon"
import card2Spades from "icon:card-2-spades"
import cat from "icon:cat"
import caterpillar from "icon:caterpillar"
import cauldron from "icon:cauldron"
import clownfish from "icon:clownfish"
import clubs from "icon:clubs"
import coins from "icon:coins"
import condorEmblem from "icon:condor-emblem"
import coveredJar from "icon:covered-jar"
import crocJaws from "icon:croc-jaws"
import curvyKnife from "icon:curvy-knife"
import cyclops from "icon:cyclops"
import daggers from "icon:daggers"
import djinn from "icon:djinn"
import dodo from "icon:dodo"
import drinkMe from "icon:drink-me"
import executionerHood from "icon:executioner-hood"
import fairy from "icon:fairy"
import fairyWand from "icon:fairy-wand"
import fairyWings from "icon:fairy-wings"
import fishingNet from "icon:fishing-net"
import flute from "icon:flute"
import frog from "icon:frog"
import griffinSymbol from "icon:griffin-symbol"
import hand from "icon:hand"
import hearts from "icon:hearts"
import horseHead from "icon:horse-head"
import king from "icon:king"
import lizardTongue from "icon:lizard-tongue"
import magicLamp from "icon:magic-lamp"
import maracas from "icon:maracas"
import meatCleaver from "icon:meat-cleaver"
import mermaid from "icon:mermaid"
import mirrorMirror from "icon:mirror-mirror"
import moon from "icon:moon"
import mouse from "icon:mouse"
import nestBirds from "icon:nest-birds"
import oldKing from "icon:old-king"
import openBook from "icon:open-book"
import openTreasureChest from "icon:open-treasure-chest"
import panFlute from "icon:pan-flute"
import parrotHead from "icon:parrot-head"
import pieSlice from "icon:pie-slice"
import pig from "icon:pig"
import pirateCaptain from "icon:pirate-captain"
import pirateHook from "icon:pirate-hook"
import pirateSkull from "icon:pirate-skull"
import pistolGun from "icon:pistol-gun"
import powerRing from "icon:power-ring"
import queenCrown from "icon:queen-crown"
import rabbit from "icon:rabbit"
import rabbitHead from "icon:rabbit-head"
import raven from "icon:raven"
import robberMask from "icon:robber-mask"
import robinHoodHat from "icon:robin-hood-hat"
import saberAndPistol from "icon:saber-and-pistol"
import sailboat from "icon:sailboat"
import seatedMouse from "icon:seated-mouse"
import sewingNeedle from "icon:sewing-needle"
import shadowFollower from "icon:shadow-follower"
import sharpSmile from "icon:sharp-smile"
import sittingDog from "icon:sitting-dog"
import skimmerHat from "icon:skimmer-hat"
import slingshot from "icon:slingshot"
import spectacles from "icon:spectacles"
import spyglass from "icon:spyglass"
import teapot from "icon:teapot"
import tiara from "icon:tiara"
import topHat from "icon:top-hat"
import turban from "icon:turban"
import turtle from "icon:turtle"
import twoShadows from "icon:two-shadows"
import umbrella from "icon:umbrella"
import witchFace from "icon:witch-face"
import wizardFace from "icon:wizard-face"
import wizardStaff from "icon:wizard-staff"

const carpet =
  '<g fill="currentColor"><path d="M40 300c70-70 120-70 190-20s130 50 242-40l-52 130c-80 60-150 50-220 10S100 350 24 420z"/>' +
  '<path d="M24 440l10 40 14-44 10 38 14-46 10 36 12-44-22-12-38 20zM424 388l12 40 10-46 14 34 6-50-20-6z"/>' +
  '<circle cx="250" cy="120" r="26"/><path d="M130 170l24-12m200-60l24-14M96 110l30-8" stroke="currentColor" stroke-width="14"/></g>'

const cards: Record<string, string> = {
  NH01: robinHoodHat,
  NH02: sewingNeedle,
  NH03: sittingDog,
  NH04: skimmerHat,
  NH05: twoShadows,
  NH06: bowArrow,
  NH07: acorn,
  NH08: flute,
  NH09: slingshot,
  NH10: babyFace,
  NV01: pirateCaptain,
  NV02: crocJaws,
  NV03: saberAndPistol,
  NV04: spectacles,
  NV05: cannon,
  NV06: daggers,
  NV07: hand,
  NV08: meatCleaver,
  NV09: pirateSkull,
  NV10: pistolGun,
  Nh01: fairy,
  Nh02: mermaid,
  Nh03: nestBirds,
  Nh04: shadowFollower,
  Nh05: raven,
  WH01: mirrorMirror,
  WH02: griffinSymbol,
  WH03: sharpSmile,
  WH04: dodo,
  WH05: caterpillar,
  WH06: rabbitHead,
  WH07: turtle,
  WH08: lizardTongue,
  WH09: cat,
  WH10: mouse,
  WV01: queenCrown,
  WV02: executionerHood,
  WV03: oldKing,
  WV04: pig,
  WV05: pieSlice,
  WV06: cauldron,
  WV07: clownfish,
  WV08: frog,
  WV09: clubs,
  WV10: card2Spades,
  Wh01: topHat,
  Wh02: rabbit,
  Wh03: maracas,
  Wh04: umbrella,
  Wh05: seatedMouse,
  AH01: openBook,
  AH02: sailboat,
  AH03: turban,
  AH04: curvyKnife,
  AH05: spyglass,
  AH06: openTreasureChest,
  AH07: tiara,
  AH08: fairyWings,
  AH09: candleLight,
  AH10: fishingNet,
  AV01: wizardFace,
  AV02: condorEmblem,
  AV03: robberMask,
  AV04: cyclops,
  AV05: king,
  AV06: beard,
  AV07: witchFace,
  AV08: bottledShadow,
  AV09: coins,
  AV10: coveredJar,
  Ah01: djinn,
  Ah02: horseHead,
  Ah03: powerRing,
  Ah04: carpet,
  Ah05: parrotHead,
}

const teams: Record<string, string> = {
  "peter-pan": panFlute,
  hook: pirateHook,
  "tinker-bell": fairyWand,
  alice: drinkMe,
  "queen-of-hearts": hearts,
  "mad-hatter": teapot,
  scheherazade: moon,
  magician: wizardStaff,
  genie: magicLamp,
}

/** The drawing of a card; an Ally looks the same on both sides. Cards of other editions get their team's emblem. */
export function drawing(card: string, team?: string): string {
  return cards[card] ?? cards[card.replace("v", "h")] ?? emblem(team)
}

export function emblem(team?: string | null): string {
  return teams[team ?? ""] ?? openBook
}
