import { generator } from '../../apps/field/src/world/generator.ts'

/** What is drawn from a seed: the same on every machine. */
export interface Draw {
  below(count: number): number
  /** Both ends are possible. */
  between(least: number, most: number): number
  /** Whether something of this share of all cases happens. */
  happens(share: number): boolean
  one<Item>(of: readonly Item[]): Item
  some<Item>(of: readonly Item[], count: number): Item[]
}

export function drawFrom(seed: string): Draw {
  const below = generator(seed)
  const one = <Item>(of: readonly Item[]): Item => {
    const item = of[below(of.length)]
    if (item === undefined) throw new Error('There is nothing to draw from.')
    return item
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (share) => below(1000) < share * 1000,
    one,
    some(of, count) {
      const left = [...of]
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [item] = left.splice(below(left.length), 1)
        return item as never
      })
    },
  }
}
