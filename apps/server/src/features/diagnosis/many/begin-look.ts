import { createHash } from 'node:crypto'
import {
  type AskedLook,
  mostLooked,
  type Permission,
  permissions,
  type Thing,
} from '@support-console/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../../platform/database/open-database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { Problem, problems } from '../../../platform/problem.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { type Beginner, type Behalf, behalfOf } from '../../../platform/undertakings/behalf.ts'
import { sendWork, type WorkKind } from '../../../platform/undertakings/runs.ts'
import { thingsOfCompany } from '../../companies/index.ts'
import type { View } from '../../states/index.ts'
import type {} from './look.table.ts'

export const kind: WorkKind<'look'> = {
  name: 'look-at-many',
  permission: 'sim-information.read',
  activity: 'Diagnosis',
  table: 'look',
  id: 'look_id',
}

type ThingKind = 'sim' | 'panel'

/** What is to be looked at, in which order. */
export interface ToLook {
  /** What was asked for, in one form. */
  asked: unknown
  company: { id: number; name: string } | null
  things: readonly Thing[]
}

/**
 * What a body asks for, as it is now.
 * @throws Problem Forbidden, Invalid, NotFound
 */
export async function toLook(
  db: Db,
  asked: AskedLook,
  { user, view }: { user: User; view: View },
): Promise<ToLook> {
  if (asked.kind === 'named') {
    const things = [...new Set(asked.things)]
    if (things.some((thing) => thing.startsWith('panel '))) mustRead('panels.read', user)
    return { asked: things.toSorted(), company: null, things }
  }
  if (asked.kind === 'panel') mustRead('panels.read', user)
  // Whether a company exists is said to anyone who may read companies; to others it has nothing.
  const company = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', '=', asked.companyId)
    .executeTakeFirst()
  const ids = await thingsOfCompany(db, view, asked, mostLooked + 1)
  const things = asked.kind === 'sim' ? 'SIMs' : 'panels'
  if (!company || ids.length === 0)
    throw new Problem('NotFound', `There are no such ${things}. Reload the page.`)
  if (ids.length > mostLooked)
    throw new Problem(
      'Invalid',
      `These are more than ${mostLooked.toLocaleString('en-US')} ${things}, which is the most that one check takes. Narrow the list with its filters.`,
    )
  return {
    asked: [asked.companyId, asked.kind, Object.entries(asked.filter ?? {}).toSorted()],
    company,
    things: ids.map((id): Thing => `${asked.kind} ${id}`),
  }
}

function mustRead(permission: 'panels.read', user: User): void {
  if (!user.may(permission)) throw problems.forbidden(permission, user)
}

/** With which rights things are looked at, and on whose behalf. */
interface LookedAs {
  rights: readonly Permission[]
  behalf: Behalf
}

/** @throws Problem Forbidden where they may not begin a look */
export const lookedBy = (beginner: Beginner & { user: User }): LookedAs => ({
  rights: permissions.filter(beginner.user.may),
  behalf: behalfOf(kind, beginner),
})

/**
 * Begins to look, in the caller's transaction.
 * @returns false: the same is being looked at already, with the same rights
 */
export async function beginLook(
  trx: Transaction<Tables>,
  jobs: Jobs,
  { lookId, asked, company, things, rights, behalf }: ToLook & LookedAs & { lookId: string },
): Promise<{ lookId: string; isNew: boolean }> {
  const same = createHash('sha256')
    .update(JSON.stringify([asked, rights]))
    .digest('hex')
  const kinds = new Set(things.map((thing) => thing.split(' ')[0] as ThingKind))
  const begun = await trx
    .insertInto('look')
    .values({
      look_id: lookId,
      same,
      company_id: company?.id ?? null,
      company_name: company?.name ?? '',
      thing_kind: kinds.size === 1 ? ([...kinds][0] ?? null) : null,
      rights: sql`${rights}::text[]`,
      ...behalf,
    })
    .onConflict((conflict) => conflict.column('same').where('state', '=', 'running').doNothing())
    .returning('look_id')
    .executeTakeFirst()
  if (!begun) {
    const running = await trx
      .selectFrom('look')
      .select('look_id')
      .where('same', '=', same)
      .where('state', '=', 'running')
      .executeTakeFirst()
    if (!running) throw new Problem('Conflict', 'The same check has just finished. Start it again.')
    return { lookId: running.look_id, isNew: false }
  }
  const ids = things.map((thing) => thing.slice(thing.indexOf(' ') + 1))
  const names = things.map((thing) => thing.slice(0, thing.indexOf(' ')))
  await sql`
    insert into look_thing (look_id, position, thing_kind, thing_id, carrier)
    select ${lookId}, place, kind, id, coalesce(
      (select vendor_code from sim where kind = 'sim' and sim.iccid = id),
      (select vendor_code from sim where kind = 'panel' and sim.panel = id and sim.panel <> ''
        order by sim.deactivated_at is not null, sim.update_date desc, sim.iccid limit 1), '')
    from unnest(${names}::text[], ${ids}::text[]) with ordinality as given (kind, id, place)`.execute(trx)
  await sendWork(trx, jobs, kind, lookId)
  return { lookId, isNew: true }
}
