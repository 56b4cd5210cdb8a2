/** How many sentences are kept to be told; a trail that someone made again may have a fault in each link. */
const mostTold = 100

export type FaultList = ReturnType<typeof createFaultList>

/** What does not hold, in sentences: the first hundred of them, and how many there are in all. */
export function createFaultList() {
  const told: string[] = []
  let count = 0
  return {
    told: told as readonly string[],
    get count(): number {
      return count
    },
    add(sentence: string): void {
      count++
      if (told.length < mostTold) told.push(sentence)
    },
    /** So many more, for which no one made a sentence. */
    addUntold(many: number): void {
      count += many
    },
  }
}
