// A few small sounds, made of oscillators: gentle, with a volume of their own, and silent until a person has touched
// the page, as browsers want it.

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

/** Where sounds go, or nowhere: nobody wants them, or nothing has been touched yet. */
function loudspeaker(): GainNode | null {
  if (!settings.sounds || !settings.volume || !navigator.userActivation?.hasBeenActive) return null
  audio ??= new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = settings.volume * 2
  volume.connect(audio.destination)
  return volume
}

export function play(tune: keyof typeof TUNES): void {
  const speaker = loudspeaker()
  if (!speaker || !audio) return
  for (const [pitch, start, length] of TUNES[tune]!) {
    const at = audio.currentTime + start
    const voice = audio.createOscillator()
    const volume = audio.createGain()
    voice.type = "triangle"
    voice.frequency.value = pitch
    volume.gain.setValueAtTime(0, at)
    volume.gain.linearRampToValueAtTime(0.12, at + 0.015)
    volume.gain.exponentialRampToValueAtTime(0.0005, at + length)
    voice.connect(volume).connect(speaker)
    voice.start(at)
    voice.stop(at + length)
  }
}

const SCREAM = 1.5 // seconds

/** A child's scream: a torn voice that leaps up, trembles and falls, with breath in it. */
export function scream(): void {
  const speaker = loudspeaker()
  if (!speaker || !audio) return
  const now = audio.currentTime
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.0005, now)
  volume.gain.exponentialRampToValueAtTime(0.22, now + 0.09)
  volume.gain.setValueAtTime(0.2, now + 0.8)
  volume.gain.exponentialRampToValueAtTime(0.0005, now + SCREAM)
  const throat = audio.createBiquadFilter()
  throat.type = "bandpass"
  throat.frequency.value = 1700
  throat.Q.value = 1.1
  throat.connect(volume).connect(speaker)

  const tremble = audio.createOscillator()
  const depth = audio.createGain()
  tremble.frequency.value = 23
  depth.gain.value = 55
  tremble.connect(depth)
  for (const [ratio, tune] of [[1, 0], [1.498, 9]] as const) {
    const voice = audio.createOscillator()
    voice.type = "sawtooth"
    voice.detune.value = tune
    voice.frequency.setValueAtTime(420 * ratio, now)
    voice.frequency.exponentialRampToValueAtTime(1180 * ratio, now + 0.16)
    voice.frequency.exponentialRampToValueAtTime(980 * ratio, now + 0.85)
    voice.frequency.exponentialRampToValueAtTime(260 * ratio, now + SCREAM)
    depth.connect(voice.frequency)
    voice.connect(throat)
    voice.start(now)
    voice.stop(now + SCREAM)
  }
  const breath = audio.createBufferSource()
  const noise = audio.createBuffer(1, audio.sampleRate * SCREAM, audio.sampleRate)
  noise.getChannelData(0).forEach((_, i, samples) => (samples[i] = (Math.random() * 2 - 1) * 0.5))
  breath.buffer = noise
  breath.connect(throat)
  for (const part of [tremble, breath]) {
    part.start(now)
    part.stop(now + SCREAM)
  }
}
