// A few small sounds, made of oscillators; silent unless a person switched them on.

import { settings } from "./settings.svelte"

type Note = [pitch: number, start: number, length: number]

const TUNES: Record<string, Note[]> = {
  turn: [
    [587, 0, 0.28],
    [880, 0.13, 0.5],
  ],
  move: [[233, 0, 0.09]],
  chat: [
    [988, 0, 0.07],
    [1319, 0.07, 0.1],
  ],
  end: [
    [440, 0, 0.5],
    [554, 0.16, 0.5],
    [659, 0.32, 0.9],
  ],
}

let audio: AudioContext | null = null

export function play(tune: keyof typeof TUNES): void {
  if (!settings.sounds) return
  audio ??= new AudioContext()
  for (const [pitch, start, length] of TUNES[tune]!) {
    const at = audio.currentTime + start
    const voice = audio.createOscillator()
    const volume = audio.createGain()
    voice.type = "triangle"
    voice.frequency.value = pitch
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.12, at + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.0005, at + length)
    voice.connect(volume).connect(audio.destination)
    voice.start(at)
    voice.stop(at + length)
  }
}
