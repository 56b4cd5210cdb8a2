/** How many sentences are kept to be told; a trail that somebody made anew may have a fault in each link. */
const mostTold = 100

/** What does not hold, in sentences: the first hundred of them, and how many there are in all. */
export interface FaultList {
  readonly told: readonly string[]
  readonly count: number
  add(sentence: string): void
  /** So many more, for which nobody made a sentence. */
  addUntold(many: number): void
}

export function createFaultList(): FaultList {
  const told: string[] = []
  let count = 0
  return {
    told,
    get count() {
      return count
    },
    add(sentence) {
      count++
      if (told.length < mostTold) told.push(sentence)
    },
    addUntold(many) {
      count += many
    },
  }
}
