// Times in words.

export function ago(seconds: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - seconds) / 60))
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  return minutes < 60 * 36 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`
}

export const day = (seconds: number) => new Date(seconds * 1000).toLocaleDateString()

/** How long something took. */
export function lasting(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return "under a minute"
  if (minutes < 120) return `${minutes} min`
  return minutes < 60 * 48 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}
