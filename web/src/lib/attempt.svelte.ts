// What a person tries, and in words why it did not work.

export class Attempt {
  trouble = $state("")
  busy = $state(false)

  async run(act: () => Promise<unknown>): Promise<void> {
    this.trouble = ""
    this.busy = true
    try {
      await act()
    } catch (error) {
      this.trouble = (error as Error).message
    } finally {
      this.busy = false
    }
  }
}
