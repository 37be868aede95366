// Which drawing belongs to which item; icons from game-icons.net (CC BY 3.0).

import alarmClock from "icon:alarm-clock"
import armchair from "icon:armchair"
import barStool from "icon:bar-stool"
import basket from "icon:basket"
import bed from "icon:bed"
import blanket from "icon:blanket"
import bookshelf from "icon:bookshelf"
import bowieKnife from "icon:bowie-knife"
import candleLight from "icon:candle-light"
import closedDoors from "icon:closed-doors"
import comb from "icon:comb"
import cuckooClock from "icon:cuckoo-clock"
import deskLamp from "icon:desk-lamp"
import directorChair from "icon:director-chair"
import dreamCatcher from "icon:dream-catcher"
import familyHouse from "icon:family-house"
import footprint from "icon:footprint"
import fruitBowl from "icon:fruit-bowl"
import gardeningShears from "icon:gardening-shears"
import hanger from "icon:hanger"
import hourglass from "icon:hourglass"
import lightBulb from "icon:light-bulb"
import mirrorMirror from "icon:mirror-mirror"
import mokaPot from "icon:moka-pot"
import mouse from "icon:mouse"
import musicalNotes from "icon:musical-notes"
import paintBucket from "icon:paint-bucket"
import pillow from "icon:pillow"
import rockingChair from "icon:rocking-chair"
import rotaryPhone from "icon:rotary-phone"
import sewingString from "icon:sewing-string"
import skeletonKey from "icon:skeleton-key"
import soap from "icon:soap"
import teapot from "icon:teapot"
import toaster from "icon:toaster"
import toothbrush from "icon:toothbrush"
import towel from "icon:towel"
import tv from "icon:tv"
import umbrella from "icon:umbrella"
import vacuumCleaner from "icon:vacuum-cleaner"
import waterSplash from "icon:water-splash"
import wateringCan from "icon:watering-can"
import woodenCrate from "icon:wooden-crate"

const items: Record<string, string> = {
  F01: bookshelf,
  F02: armchair,
  F03: tv,
  F04: deskLamp,
  F05: barStool,
  F06: cuckooClock,
  F07: rotaryPhone,
  F08: fruitBowl,
  F09: teapot,
  F10: vacuumCleaner,
  F11: hanger,
  F12: toaster,
  F13: umbrella,
  F14: mokaPot,
  F15: bowieKnife,
  F16: footprint,
  F17: candleLight,
  F18: hourglass,
  F19: skeletonKey,
  F20: mouse,
  F21: paintBucket,
  F22: waterSplash,
  F23: wateringCan,
  F24: directorChair,
  F25: bed,
  F26: gardeningShears,
  S01: alarmClock,
  S02: comb,
  S03: mirrorMirror,
  S04: toothbrush,
  S05: towel,
  S06: soap,
  S07: basket,
  S08: pillow,
  S09: blanket,
  S10: lightBulb,
  S11: closedDoors,
  S12: rockingChair,
  S13: bed,
  S14: musicalNotes,
  S15: familyHouse,
  S16: sewingString,
}

/** The drawing of an item; things of other editions come in a crate. */
export function drawing(item: string, stopper: boolean): string {
  return stopper ? dreamCatcher : (items[item] ?? woodenCrate)
}
