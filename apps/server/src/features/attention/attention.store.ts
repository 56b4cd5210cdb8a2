import { type Attention, factRights, mostAttention, type Permission } from '@support-console/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { May } from '../../platform/sign-on/user.ts'
import type { ActivePlan } from '../outages/index.ts'
import { outageOf } from './outages.ts'
import { planOf } from './set-aside.ts'
import type { Needed } from './source.ts'
import { forgetTaken } from './taken.ts'

/** A server that was not heard of for so long has lost its turn. */
const turnSeconds = 30

/** In one statement, so that of several servers one has it, once in `everyMs`; a clock that was set back holds none up. */
export async function takeTurn(db: Db, now: Date, everyMs: number): Promise<boolean> {
  const at = now.toISOString()
  const { rows } = await sql`
    insert into attention_look as it (held_until) values (${at}::timestamptz + ${turnSeconds} * interval '1 second')
    on conflict (only_one) do update set held_until = excluded.held_until
      where (it.held_until <= ${at}::timestamptz or it.held_until > ${at}::timestamptz + ${turnSeconds} * interval '1 second')
        and (it.looked_at between ${at}::timestamptz - ${everyMs * 0.8} * interval '1 ms' and ${at}::timestamptz) is not true
    returning only_one`.execute(db)
  return rows.length > 0
}

/** Makes what is kept what is needed: only what is otherwise is written, and so is news. Ends the turn. */
export async function keepNeeded(db: Db, needed: readonly Needed[], now: Date): Promise<void> {
  const at = now.toISOString()
  await db.transaction().execute(async (trx) => {
    await sql`delete from attention where key <> all(${needed.map(({ key }) => key)}::text[])`.execute(trx)
    if (needed.length > 0)
      await sql`
        insert into attention as kept (key, rights, since, until, panels, what)
        select key, array(select jsonb_array_elements_text(rights)), since, until, panels, what
        from jsonb_to_recordset(${JSON.stringify(needed)}::jsonb)
          as needed (key text, rights jsonb, since timestamptz, until timestamptz, panels integer, what jsonb)
        order by key
        on conflict (key) do update set (rights, since, until, panels, what)
            = (excluded.rights, least(kept.since, excluded.since), excluded.until, excluded.panels, excluded.what)
          where (kept.rights, kept.since, kept.until, kept.panels, kept.what)
            is distinct from (excluded.rights, least(kept.since, excluded.since), excluded.until, excluded.panels, excluded.what)`.execute(
        trx,
      )
    await forgetTaken(
      trx,
      needed.map(({ key }) => key),
    )
    await sql`update attention_look set looked_at = ${at}::timestamptz, held_until = ${at}::timestamptz`.execute(
      trx,
    )
  })
}

/** What is so now and stands beside the rows; of the past nothing. */
export interface Beside {
  /** The IDs of outages that last, by scope. */
  lasting: ReadonlyMap<string, string>
  plans: readonly ActivePlan[]
  taken: ReadonlyMap<string, NonNullable<Attention['taken']>>
}
export const nothingBeside: Beside = { lasting: new Map(), plans: [], taken: new Map() }

/** What a reader may be told of it, what stops most panels first, then what began last; apart from it what planned work expects. */
export async function readNeeded(
  db: Db,
  may: May,
  beside: Beside,
): Promise<{ rows: Attention[]; setAside: Attention[]; more: number; lookedAt: Date | null }> {
  const [rows, look] = await Promise.all([
    db.selectFrom('attention').selectAll().execute(),
    db.selectFrom('attention_look').select('looked_at').executeTakeFirst(),
  ])
  const readable = rows
    .filter(({ rights }) => rights.every((right) => may(right as Permission)))
    .map(
      ({ key, since, panels, what }): Attention => ({
        key,
        outageId: (outageOf(what) && beside.lasting.get(`${what.of.kind} ${what.of.id}`)) ?? null,
        taken: beside.taken.get(key) ?? null,
        planned: toPlanned(planOf({ of: what.of, since }, beside.plans)),
        since: since.toISOString(),
        // How many panels a CSR server serves is the inventory's.
        panels:
          what.code === 'outage' || what.code === 'silent' || what.code === 'down' || may(factRights.panel)
            ? panels
            : null,
        ...what,
      }),
    )
    .sort((a, b) => (b.panels ?? 0) - (a.panels ?? 0) || b.since.localeCompare(a.since))
  const needed = readable.filter(({ planned }) => planned === null)
  return {
    rows: needed.slice(0, mostAttention),
    setAside: readable.filter(({ planned }) => planned !== null).slice(0, mostAttention),
    more: Math.max(0, needed.length - mostAttention),
    lookedAt: look?.looked_at ?? null,
  }
}

const toPlanned = (plan: ActivePlan | undefined): Attention['planned'] =>
  plan ? { planId: plan.planId, reason: plan.reason, until: plan.time.to.toISOString() } : null
