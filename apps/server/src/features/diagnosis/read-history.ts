import { type Change, factRights, readWhy, type Scope, sayWhy } from '@support-console/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { isOfEnvironment } from '../audit-trail/index.ts'
import type { KnownChange } from './facts.ts'
import { short } from './in-words.ts'

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

/** Of a SIM that is new there: no panel notices it. */
export const intoInventory = 'came into the inventory'

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
    const change = kindOf(row, names.get(row.id) ?? '')
    // A transaction has an entry for each of its steps: the last one stands for it.
    if (!change || !may(change.right) || seen.has(row.transactionId)) return []
    seen.add(row.transactionId)
    const who = may(factRights.userAction) ? row.email || null : null
    // Why belongs to the trail, as who does.
    const what = may(factRights.userAction) ? [change.what, ...whyOf(row.detail)].join(' ') : change.what
    return [{ ...change, what, at: row.at.toISOString(), who, transactionId: row.transactionId }]
  })
}

const whyOf = (detail: string): string[] =>
  sayWhy(readWhy(detail))
    .split('\n')
    .filter(Boolean)
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))

/** What was meant, refused or looked at changed nothing. */
const isDone: RawBuilder<boolean> = sql`(source = 'server' and result = 'Success' and permission not like '%.read')`

type Told = Pick<Change, 'kind' | 'what'> & { right: KnownChange['right'] }

/** What kind of change an entry is about; undefined: none that a panel could notice. */
function kindOf(row: Row, name: string): (Told & { scope: Scope }) | undefined {
  const readers = { company: () => ofCompany(row, name), sim: () => ofSim(row), panel: () => ofPanel(row) }
  const found = readers[row.thing]()
  return found && { ...found, scope: { kind: row.thing, id: row.thing === 'company' ? name : row.id } }
}

function ofCompany({ message, detail }: Row, name: string): Told | undefined {
  const fields = fieldsIn(detail)
  if (!/^(Save|Create) /.test(message) || fields === '') return undefined
  return { kind: 'company', what: `${name} was saved: ${fields}.`, right: factRights.company }
}

function ofSim({ id, message, detail }: Row): Told | undefined {
  const byImport = /^(Add|Change) SIM .* by import$/.exec(message)?.[1]
  if (byImport === 'Add')
    return { kind: 'sim-panel', what: `SIM ${short(id)} ${intoInventory}.`, right: factRights.sim }
  if (byImport && /^changed: .*\bpanel\b/.test(detail))
    return {
      kind: 'sim-panel',
      what: `The import put SIM ${short(id)} into another panel.`,
      right: factRights.sim,
    }
  const usability = /^Mark SIM .* (usable|unusable)$/.exec(message)?.[1]
  if (usability)
    return { kind: 'usability', what: `The SIM was marked ${usability}.`, right: factRights.usability }
  if (!/deactivate/i.test(message)) return undefined
  return {
    kind: 'deactivation',
    what: 'The SIM was deactivated from this console.',
    right: factRights.deactivation,
  }
}

function ofPanel({ message, isOfEnvironment: isPointed }: Row): Told | undefined {
  const to = /\bto (PROD|TEST|DEV)\b/.exec(message)?.[1]
  if (isPointed && to)
    return { kind: 'environment', what: `The panel was pointed to ${to}.`, right: factRights.environment }
  const management = /^(Disable|Enable) management /.exec(message)?.[1]
  if (!management) return undefined
  return {
    kind: 'management',
    what: `Management of the panel was ${management.toLowerCase()}d.`,
    right: factRights.panel,
  }
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
