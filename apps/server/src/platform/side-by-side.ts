/**
 * Works on all items, `atOnce` of them at a time. Nothing of it goes on when it settles, also after one has failed.
 * @returns the results in the order of the items; rejects with the first failure
 */
export async function sideBySide<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const left = [...items.entries()]
  const results: Result[] = []
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1])
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return results
}

/**
 * The same where no item may hold up another: all are worked on, whatever fails.
 * @throws what failed, an AggregateError of several
 */
export async function eachApart<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  await sideBySide(atOnce, items, (item) => work(item).catch((error: unknown) => failures.push(error)))
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
  if (failures.length === 1) throw failures[0]
}
