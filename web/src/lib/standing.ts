// Who stands where in a place that holds several.

/** Whoever stays in a place keeps the spot there, and who comes takes the first free one: nothing else moves. */
export class Standing<T> {
  private readonly spots = new Map<string, (T | null)[]>()

  of(place: string, here: T[]): (T | null)[] {
    const spots: (T | null)[] = (this.spots.get(place) ?? []).map((who) => (who !== null && here.includes(who) ? who : null))
    for (const who of here.filter((one) => !spots.includes(one))) {
      const free = spots.indexOf(null)
      spots[free < 0 ? spots.length : free] = who
    }
    this.spots.set(place, spots)
    return spots
  }
}
