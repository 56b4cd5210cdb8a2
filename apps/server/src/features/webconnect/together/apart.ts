import type { Db } from '../../../platform/database/open-database.ts'
import { apartScopes, populationOf, populationWithin } from '../population.ts'
import { type AlikeStopped, type Span, stopsApart } from '../stops.ts'
import type { Cells, CountedApart, Together } from './common-causes.ts'
import { idOf, scopeOf } from './outage.ts'

/** What one of some alike panels is in. */
export function ownOf(alike: Omit<AlikeStopped, 'stopped'>): Together['own'] {
  const id = (kind: Parameters<typeof idOf>[0]) => idOf(kind, { ...alike, stopped: 1 })
  return {
    container: id('container'),
    'sim-batch': id('sim-batch'),
    company: id('company'),
    csr: id('csr'),
    firmware: id('firmware'),
    'network-model': id('network-model'),
    'vpn-endpoint': id('vpn-endpoint'),
    carrier: id('carrier'),
    'sim-range': id('sim-range'),
  }
}

/** Who stopped within a time, and who is at home where, of each scope that the cells do not name. */
export async function apartOf(
  db: Db,
  own: Together['own'],
  span: Span,
  now: Date,
): Promise<Together['apart']> {
  const kinds = (['company', 'sim-batch', ...apartScopes] as const).filter((kind) => own[kind] !== '')
  const cells = await Promise.all(
    kinds.map(async (kind): Promise<[CountedApart, Cells]> => {
      const id = own[kind]
      const [stops, homes] = await Promise.all([
        stopsApart(db, { scope: scopeOf(kind), id }, span),
        kind === 'company' || kind === 'sim-batch'
          ? populationWithin(db, { scope: kind, id }, now.toISOString())
          : populationOf(db, { scope: kind, id }),
      ])
      return [kind, { stops, homes }]
    }),
  )
  return Object.fromEntries(cells)
}

/** Those apart, without what has a cause already. */
export const mapCells = (apart: Together['apart'], of: (cells: Cells) => Cells): Together['apart'] =>
  Object.fromEntries(Object.entries(apart).map(([kind, cells]) => [kind, of(cells)]))
