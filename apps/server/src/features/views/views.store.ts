import { randomUUID } from 'node:crypto'
import {
  factRights,
  readViewQuery,
  seenName,
  type View,
  type ViewListName,
  viewLists,
} from '@support-console/contract'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Db } from '../../platform/database/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type {} from './view.table.ts'

/** So long a view is kept without use (D38). */
const keptDays = 180
/** More of one person's own are too many to choose from. */
const most = 100

type Row = Selectable<Tables['saved_view']>

/** What this person may see: their own and those for all, of lists that they may read (D45). */
const seenBy = (db: Kysely<Tables>, { issuer, subject }: User) =>
  db
    .selectFrom('saved_view')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([eb('is_shared', '=', true), and([eb('issuer', '=', issuer), eb('subject', '=', subject)])]),
    )

export async function readViews(db: Db, user: User): Promise<View[]> {
  const rows = await seenBy(db, user).orderBy('same_name').execute()
  const chosen = await defaultsOf(db, user)
  return rows.filter(({ list }) => mayRead(user, list)).map((row) => toView(row, user, chosen))
}

/** @throws Problem NotFound, also where the list may not be read */
export async function readView(db: Kysely<Tables>, user: User, viewId: string): Promise<View> {
  const row = await seenBy(db, user).where('view_id', '=', viewId).executeTakeFirst()
  if (!row || !mayRead(user, row.list)) throw noSuchView()
  return toView(row, user, await defaultsOf(db, user))
}

export async function noteUse(db: Db, viewId: string, at: Date): Promise<void> {
  await db.updateTable('saved_view').set({ used_at: at }).where('view_id', '=', viewId).execute()
}

interface Wanted {
  list: ViewListName
  name: string
  query: string
  isShared: boolean
  replaces?: string | undefined
}

/** @throws Problem Forbidden, NotFound; Invalid where the name is there, or a view of another list would be replaced */
export async function saveView(
  trx: Transaction<Tables>,
  user: User,
  { list, name, query, isShared, replaces }: Wanted,
  at: Date,
): Promise<{ view: View; replaced: Row | undefined }> {
  if (!mayRead(user, list)) throw problems.forbidden(viewLists[list].permission, user)
  const replaced = replaces === undefined ? undefined : await takeOut(trx, user, replaces)
  // Those who open the list with it would open another one.
  if (replaced && replaced.list !== list)
    throw problems.invalid([{ field: 'replaces', message: 'must be a view of this list' }])
  const { issuer, subject, email } = user
  const own = await trx
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  if (Number(own.count) >= most)
    throw new Problem('Conflict', `You have ${most} views already. Delete one before you save another.`)
  const row = await trx
    .insertInto('saved_view')
    .values({
      view_id: replaces?.toLowerCase() ?? randomUUID(),
      issuer,
      subject,
      email,
      list,
      name,
      same_name: seenName(name),
      query: readViewQuery(list, query).query,
      is_shared: isShared,
      used_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row)
    throw problems.invalid([
      {
        field: 'name',
        message: `is the name of another view ${isShared ? 'for all' : 'of yours'} in this list`,
      },
    ])
  return { view: toView(row, user, await defaultsOf(trx, user)), replaced }
}

/** @returns the view that is gone @throws Problem NotFound, Forbidden where it is another person's */
export async function dropView(trx: Transaction<Tables>, user: User, viewId: string): Promise<View> {
  const row = await takeOut(trx, user, viewId)
  await trx.deleteFrom('default_view').where('view_id', '=', viewId).execute()
  return toView(row, user, new Set())
}

async function takeOut(trx: Transaction<Tables>, user: User, viewId: string): Promise<Row> {
  const { isMine } = await readView(trx, user, viewId)
  if (!isMine)
    throw new Problem('Forbidden', 'This view belongs to another person. Save a copy under a new name.')
  const row = await trx
    .deleteFrom('saved_view')
    .where('view_id', '=', viewId)
    .returningAll()
    .executeTakeFirst()
  // Another press of the same person came first.
  if (!row) throw noSuchView()
  return row
}

/** @throws Problem Invalid where the view is of another list, NotFound */
export async function setDefault(
  trx: Transaction<Tables>,
  user: User,
  list: ViewListName,
  viewId: string | null,
): Promise<void> {
  if (!mayRead(user, list)) throw problems.forbidden(viewLists[list].permission, user)
  const { issuer, subject } = user
  await trx
    .deleteFrom('default_view')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('list', '=', list)
    .execute()
  if (viewId === null) return
  const view = await readView(trx, user, viewId)
  if (view.list !== list)
    throw problems.invalid([{ field: 'viewId', message: 'must be a view of this list' }])
  await trx
    .insertInto('default_view')
    .values({ issuer, subject, list, view_id: view.viewId })
    // Another choice of theirs may have come in between.
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject', 'list']).doUpdateSet({ view_id: view.viewId }),
    )
    .execute()
}

/** Forgets what was not used for so long; a default keeps none. */
export async function purgeViews(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('saved_view')
    .where('used_at', '<', new Date(now.getTime() - keptDays * 86_400_000))
    .execute()
  await db
    .deleteFrom('default_view')
    .where('view_id', 'not in', db.selectFrom('saved_view').select('view_id'))
    .execute()
}

const mayRead = (user: User, list: ViewListName): boolean =>
  // One of a later version, whose list this one does not know.
  Object.hasOwn(viewLists, list) && user.may(viewLists[list].permission)

async function defaultsOf(db: Kysely<Tables>, { issuer, subject }: User): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('default_view')
    .select('view_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return new Set(rows.map(({ view_id }) => view_id))
}

function toView(row: Row, user: User, defaults: ReadonlySet<string>): View {
  const isMine = row.issuer === user.issuer && row.subject === user.subject
  return {
    viewId: row.view_id,
    list: row.list,
    name: row.name,
    ...readViewQuery(row.list, row.query),
    isShared: row.is_shared,
    isMine,
    by: isMine || !user.may(factRights.userAction) ? '' : row.email,
    isDefault: defaults.has(row.view_id),
  }
}

const noSuchView = (): Problem =>
  new Problem('NotFound', 'There is no such view. Its owner may have deleted it.')
