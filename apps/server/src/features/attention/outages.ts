import { factRights, outageRights, outageScopes } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import { nameOfScope } from '../outages/index.ts'
import { containersLate, createOutages, keepOutages, type Outage, openOutages } from '../webconnect/index.ts'
import type { Fault, Needed, Source } from './source.ts'

/** What many panels that stopped at once have in common: a container, a company, a carrier. */
export function outagesSource(settings: { silentMs: number }): Source {
  const outages = createOutages(settings)
  return async (db, now) => {
    const lasting = await outages.look(db, now, await openOutages(db))
    await keepOutages(db, lasting, now)
    const told = lasting.filter(({ isCoveredByWhole }) => !isCoveredByWhole)
    const companies = await companiesOf(db, told)
    const late = (await containersLate(db, now)).map(
      ({ name, panels, from, minutes }): Needed => ({
        key: `late ${name}`,
        rights: [factRights.session],
        since: from,
        panels,
        what: { code: 'late', of: { kind: 'container', id: name }, name, figures: { minutes }, note: '' },
      }),
    )
    const rows = told.map(
      ({ scope, id, members, from, to, isDown, isExcess, away, usual }): Needed => ({
        key: `outage ${scope} ${id}`,
        rights: [factRights.session, outageRights[scope] ?? []].flat(),
        since: from,
        until: to,
        panels: away,
        what: {
          code: isDown ? 'down' : isExcess ? 'silent' : 'outage',
          of: { kind: scope, id },
          name: nameOfScope(scope, id, companies.get(id) ?? ''),
          figures: { members, ...(typeof usual === 'number' && { usual }) },
          note: '',
        },
      }),
    )
    return [...rows, ...late]
  }
}

/** The scope of an outage; undefined: something else. */
export function outageOf({ code, of: { kind, id } }: Fault): Pick<Outage, 'scope' | 'id'> | undefined {
  if (code !== 'outage' && code !== 'silent' && code !== 'down') return undefined
  const scope = outageScopes.find((scope) => scope === kind)
  return scope && { scope, id }
}

async function companiesOf(db: Db, outages: readonly Outage[]): Promise<Map<string, string>> {
  const ids = outages.flatMap(({ scope, id }) => (scope === 'company' ? [Number(id)] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from company where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
