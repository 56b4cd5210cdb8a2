import { type Change, factRights, type Scope } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { isOfEnvironment } from '../audit-trail/index.ts'
import type { KnownChange } from './facts.ts'

/** Whose changes are looked for: by all ids that the trail names it by. */
export interface Things {
  panel: readonly string[]
  sim: readonly string[]
  company: readonly { id: number; name: string }[]
}

interface Row {
  thing: 'panel' | 'sim' | 'company'
  id: string
  at: Date
  message: string
  detail: string
  email: string
  transactionId: string
  isOfEnvironment: boolean
}

/** So many are looked at; of one thing few are changed more often in a day. */
const mostRows = 200

/**
 * What people changed in this console of a panel, its SIM and its company, in these two days at most: what the audit trail has
 * as done. Along `user_action_by_thing`, a short walk for each id.
 * @param may whose changes are left out that they may not read, and who did it where they may not read the trail (D45)
 */
export async function readHistory(
  db: Db,
  { panel, sim, company }: Things,
  { from, until, may }: { from: Date; until: Date; may: May },
): Promise<KnownChange[]> {
  const wanted = [
    ...panel.map((id) => ({ kind: 'panel', id })),
    ...sim.map((id) => ({ kind: 'sim', id })),
    ...company.map(({ id }) => ({ kind: 'company', id: String(id) })),
  ]
  if (wanted.length === 0) return []
  const { rows } = await sql<Row>`
    select thing.kind as thing, thing.id, entry.* from unnest(
      ${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ id }) => id)}::text[]) as thing (kind, id)
    cross join lateral (
      select at, message, detail, email, transaction_id as "transactionId", ${isDone} as is_done,
        ${isOfEnvironment} as "isOfEnvironment"
      from user_action where thing_kind = thing.kind and thing_id = thing.id
        and at between ${from} and ${until} and ${isDone}
      order by at desc, user_action.id desc limit ${mostRows}) as entry
    order by at desc`.execute(db)
  const names = new Map(company.map(({ id, name }) => [String(id), name]))
  const seen = new Set<string>()
  return rows.flatMap((row): KnownChange[] => {
    const told = kindOf(row, names.get(row.id) ?? '')
    // A transaction has an entry for each of its steps: the last one stands for it.
    if (!told || !may(told.right) || seen.has(row.transactionId)) return []
    seen.add(row.transactionId)
    const who = may(factRights.userAction) ? row.email || null : null
    return [{ ...told, at: row.at.toISOString(), who, transactionId: row.transactionId }]
  })
}

/** What was meant, refused or looked at changed nothing. */
const isDone: RawBuilder<boolean> = sql`(source = 'server' and result = 'Success' and permission not like '%.read')`

/** What kind of change an entry is about; undefined: none that a panel could notice. */
function kindOf(
  { thing, id, message, detail, isOfEnvironment: isPointed }: Row,
  name: string,
): (Pick<Change, 'kind' | 'what'> & { scope: Scope; right: KnownChange['right'] }) | undefined {
  const scope: Scope = { kind: thing, id: thing === 'company' ? name : id }
  if (thing === 'company') {
    const fields = fieldsIn(detail)
    if (!/^(Save|Create) /.test(message) || fields === '') return undefined
    return { kind: 'company', what: `${name} was saved: ${fields}.`, scope, right: factRights.company }
  }
  if (thing === 'sim') {
    if (/^Mark SIM .* unusable$/.test(message))
      return { kind: 'usability', what: 'The SIM was marked unusable.', scope, right: factRights.usability }
    if (/^Mark SIM .* usable$/.test(message))
      return { kind: 'usability', what: 'The SIM was marked usable.', scope, right: factRights.usability }
    if (/deactivate/i.test(message))
      return {
        kind: 'deactivation',
        what: 'The SIM was deactivated from this console.',
        scope,
        right: factRights.deactivation,
      }
    return undefined
  }
  const to = /\bto (PROD|TEST|DEV)\b/.exec(message)?.[1]
  if (isPointed && to)
    return {
      kind: 'environment',
      what: `The panel was pointed to ${to}.`,
      scope,
      right: factRights.environment,
    }
  const management = /^(Disable|Enable) management /.exec(message)?.[1]
  if (management)
    return {
      kind: 'management',
      what: `Management of the panel was ${management.toLowerCase()}d.`,
      scope,
      right: factRights.panel,
    }
  return undefined
}

/** Which settings an entry names as changed: 'subnets, use connector service (no)'. */
function fieldsIn(detail: string): string {
  const lines = detail.split('\n').filter((line) => line.includes(': '))
  const names = lines.map((line) => {
    const [name = '', value = ''] = line.split(/: (.*)/s)
    if (name.startsWith('subnet')) return 'subnets'
    const [, to] = / → (yes|no)$/.exec(value) ?? []
    return to ? `${name} (${to})` : name
  })
  return [...new Set(names)].join(', ')
}
