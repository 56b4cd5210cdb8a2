import type { VendorCode } from '@support-console/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PopulationCell } from '../population.ts'
import type { StopCell } from '../stops.ts'
import { commonCausesIn, type Together } from './common-causes.ts'

interface Panel {
  container: string
  carrier: VendorCode
  range: string
  receiver: string
  company: number
  batch: string
  firmware: string
  model: string
  endpoint: string
}

/** A number below `most`, by what is counted and by what for: the same at each run, and without a pattern. */
function drawn(n: number, what: number, most: number): number {
  let mixed = Math.imul((n + 1) ^ (what * 0x9e3779b9), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) % most
}

/** Panels over containers, carriers, ranges and companies. */
const panelsOf = (count: number): Panel[] =>
  Array.from({ length: count }, (_, n) => {
    const carrier = (['ATT', 'VZN', 'AERIS', 'WYLESS'] as const)[drawn(n, 1, 4)] ?? 'ATT'
    return {
      container: `webconnect-${drawn(n, 2, 8) + 1}`,
      carrier,
      range: `${carrier}-${drawn(n, 3, 5)}`,
      receiver: `csr-${drawn(n, 7, 20) + 1}`,
      company: drawn(n, 4, Math.floor(count / 20)),
      batch: `${carrier}-${drawn(n, 3, 5)}-${drawn(n, 8, 2)}`,
      firmware: `4.${drawn(n, 9, 5)}`,
      model: `TIER${drawn(n, 10, 3)}`,
      endpoint: `vpn-${drawn(n, 11, 4)}.example`,
    }
  })

/** As the database tells of it, for one of those who stopped. */
function together(
  panels: readonly Panel[],
  stopped: readonly Panel[],
  own: Panel,
  ordinary?: number,
): Together {
  const key = ({ container, carrier, range, receiver }: Panel) =>
    JSON.stringify([container, carrier, range, receiver])
  const cells = (some: readonly Panel[]): PopulationCell[] =>
    [...Map.groupBy(some, key).values()].flatMap(([first, ...more]) =>
      first
        ? [
            {
              container: first.container,
              carrier: first.carrier,
              range: first.range,
              receiver: first.receiver,
              panels: more.length + 1,
            },
          ]
        : [],
    )
  const stopCells = (some: readonly Panel[]) =>
    cells(some).map(({ panels: count, ...cell }): StopCell => ({ ...cell, stopped: count }))
  const like = (idOf: (panel: Panel) => string) => {
    const isOwn = (each: Panel) => idOf(each) === idOf(own)
    return { stops: stopCells(stopped.filter(isOwn)), homes: cells(panels.filter(isOwn)) }
  }
  return {
    own: Object.fromEntries(kinds.map(([kind, , idOf]) => [kind, idOf(own)])) as Together['own'],
    stops: stopCells(stopped),
    homes: cells(panels),
    apart: Object.fromEntries(kinds.flatMap(([kind, isCell, idOf]) => (isCell ? [] : [[kind, like(idOf)]]))),
    ordinary: ordinary ?? (panels.length * 10) / (5 * 24 * 60),
  }
}

/** Whether cells name it, and what one of some panels is in. */
const kinds = [
  ['container', true, ({ container }: Panel) => container],
  ['sim-batch', false, ({ batch }: Panel) => batch],
  ['company', false, ({ company }: Panel) => String(company)],
  ['csr', true, ({ receiver }: Panel) => receiver],
  ['firmware', false, ({ firmware }: Panel) => firmware],
  ['network-model', false, ({ model }: Panel) => model],
  ['vpn-endpoint', false, ({ endpoint }: Panel) => endpoint],
  ['carrier', true, ({ carrier }: Panel) => carrier],
  ['sim-range', true, ({ range }: Panel) => range],
] as const

const isShare = (n: number, percent: number) => drawn(n, 5, 100) < percent

describe('true cause, Common cause: which scope it is', () => {
  it('K5 names the scope that stopped, whichever it is, and clears the panel’s others by their figures', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.integer({ min: 400, max: 4_000 }),
        fc.integer({ min: 55, max: 100 }),
        fc.nat(),
        ([kind, , idOf], count, percent, seed) => {
          const panels = panelsOf(count)
          const own = panels[seed % panels.length]
          if (!own) return
          const isMember = (each: Panel) => idOf(each) === idOf(own)
          const stopped = panels.filter((each, n) => each === own || (isMember(each) && isShare(n, percent)))
          const [first, ...others] = commonCausesIn(together(panels, stopped, own))
          const scope = kind === 'sim-batch' ? 'sim-range' : kind
          expect(first).toMatchObject({ scope, id: idOf(own), stopped: stopped.length })
          expect(first?.members).toBe(panels.filter(isMember).length)
          expect(others).toEqual([])
          expect(first?.elsewhere.map(({ stopped: n }) => n)).toEqual(first?.elsewhere.map(() => 0))
        },
      ),
      { seed: 39, numRuns: 200 },
    )
  })

  it('names none where panels stop as they ordinarily do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 400, max: 4_000 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        (count, few, seed) => {
          const panels = panelsOf(count)
          const stopped = Array.from({ length: few }, (_, i) => panels[drawn(seed + i, 6, count)]).filter(
            (each) => each !== undefined,
          )
          const [own] = stopped
          // Two of one company in ten minutes are as chance has it.
          if (!own || stopped.filter(({ company }) => company === own.company).length > 2) return
          expect(commonCausesIn(together(panels, [...new Set(stopped)], own, Math.max(few, 1)))).toEqual([])
        },
      ),
      { seed: 39, numRuns: 300 },
    )
  })

  it('says WebConnect as a whole where all stopped alike, and its only container where there is one', () => {
    const panels = panelsOf(2_000)
    for (const percent of [30, 80, 100]) {
      const stopped = panels.filter((_, n) => isShare(n, percent))
      const [own] = stopped
      if (!own) throw new Error('no one stopped')
      expect(commonCausesIn(together(panels, stopped, own))).toMatchObject([
        { scope: 'webconnect', id: '', members: 2_000, stopped: stopped.length },
      ])
      const atOne = (some: readonly Panel[]) => some.map((each) => ({ ...each, container: 'webconnect-1' }))
      const [only] = atOne([own])
      if (only)
        expect(commonCausesIn(together(atOne(panels), atOne(stopped), only))).toMatchObject([
          { scope: 'container', id: 'webconnect-1' },
        ])
    }
  })

  it('says two where two things happened at once, and the container of each of two that failed together', () => {
    const panels = panelsOf(4_000)
    const one = panels.filter(({ container }) => container === 'webconnect-3')
    const other = panels.filter(({ carrier, container }) => carrier === 'VZN' && container !== 'webconnect-3')
    const own = one.find(({ carrier }) => carrier === 'VZN')
    if (!own) throw new Error('no such panel')
    const causes = commonCausesIn(together(panels, [...one, ...other], own))
    expect(causes.map(({ scope, id }) => `${scope} ${id}`).sort()).toEqual([
      'carrier VZN',
      'container webconnect-3',
    ])
    const two = panels.filter(({ container }) => container === 'webconnect-3' || container === 'webconnect-5')
    expect(commonCausesIn(together(panels, two, own))).toMatchObject([
      { scope: 'container', id: 'webconnect-3' },
    ])
  })

  it('two panels are never many, and what stops as often every day is no event', () => {
    const panels = panelsOf(2_000)
    const own = panels[0]
    if (!own) throw new Error('no panel')
    const mates = panels.filter(({ company }) => company === own.company)
    expect(commonCausesIn(together(panels, mates.slice(0, 2), own))).toEqual([])
    expect(commonCausesIn(together(panels, mates.slice(0, 3), own))).toMatchObject([{ scope: 'company' }])
    const container = panels.filter(({ container: each }) => each === own.container)
    expect(commonCausesIn(together(panels, container.slice(0, 30), own, 240))).toEqual([])
  })
})
