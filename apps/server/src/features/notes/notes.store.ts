import { randomUUID } from 'node:crypto'
import {
  factRights,
  identified,
  longestNoteDays,
  mostNotes,
  type Note,
  type NoteKind,
  noteRights,
  type Thing,
  thing,
} from '@support-console/contract'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import { type Account, isOfAccounts } from '../audit-trail/index.ts'
import type { NoteTable } from './note.table.ts'

/** Our advisory locks of notes; the second number is made from the thing. */
const notesLock = 7405

type Row = Selectable<NoteTable>
type On = Note['thing']

/** A note is told to those who may read its thing (D45). */
const mayRead = ({ may }: Pick<User, 'may'>, kind: NoteKind): boolean => may(identified[kind].permission)
const kinds = Object.keys(noteRights) as NoteKind[]

/** @throws Problem Forbidden */
export function refuseReader(user: User, { kind }: On): void {
  if (!mayRead(user, kind)) throw problems.forbidden(identified[kind].permission, user)
}

/** @throws Problem Forbidden */
export function refuseWriter(user: User, on: On): void {
  refuseReader(user, on)
  if (!user.may(noteRights[on.kind])) throw problems.forbidden(noteRights[on.kind], user)
}

/** As `named`; a thing that has gone by what it was called, so that its notes can be ended. */
export const namedStill = (db: Kysely<Tables>, on: On): Promise<Thing | ''> =>
  named(db, on).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    return on.kind === 'csr' ? '' : thing(on.kind, on.id)
  })

/** How the trail names it: a server by its address. @throws Problem NotFound */
export async function named(db: Kysely<Tables>, { kind, id }: On): Promise<Thing> {
  const observed = sql`select ${id}::text as id from observation_now where thing_kind = ${kind} and thing_id = ${id}`
  const { rows } = await {
    sim: sql<{ id: string }>`select iccid as id from sim where iccid = ${id} union all ${observed} limit 1`,
    panel: sql<{
      id: string
    }>`select cloud_id as id from panel where cloud_id = ${id} union all ${observed} limit 1`,
    company: sql<{
      id: string
    }>`select id::text from company where id = ${id}::integer`,
    csr: sql<{
      id: string
    }>`select ip_address as id from csr where folded(server) = ${id} order by server limit 1`,
  }[kind].execute(db)
  if (!rows[0]) throw new Problem('NotFound', `not found: there is no ${kindNames[kind]} ${id}.`)
  return thing(kind, rows[0].id)
}

/** 'panel CBS0000001', as a call has it. */
export function onThing(text: string): On {
  const [kind = '', ...id] = text.split(' ')
  return { kind: kind as NoteKind, id: id.join(' ') }
}

const kindNames = { sim: 'SIM', panel: 'panel', company: 'company', csr: 'CSR server' } as const
export const sayOn = ({ kind, id }: On): string => `${kindNames[kind]} ${id}`

/** Those that hold now, the oldest first. */
export async function notesOn(db: Kysely<Tables>, on: On, user: User, now: Date): Promise<Note[]> {
  const rows = await heldOn(db, on, now).selectAll().orderBy('created_at').execute()
  return rows.map((row) => toNote(row, user))
}

const heldOn = (db: Kysely<Tables>, { kind, id }: On, now: Date) =>
  db
    .selectFrom('note')
    .where('thing_kind', '=', kind)
    .where('thing_id', '=', id)
    .where('until_at', '>', now)
    .where('ended_at', 'is', null)

/** @throws Problem Invalid where its end is over or too far, Conflict where there are too many */
export async function addNote(
  trx: Transaction<Tables>,
  user: User,
  { on, text, until }: { on: On; text: string; until: Date },
  now: Date,
): Promise<Note> {
  if (until <= now) throw problems.invalid([{ field: 'until', message: 'must be in the future' }])
  if (until.getTime() - now.getTime() > longestNoteDays * 86_400_000)
    throw problems.invalid([{ field: 'until', message: `must be within ${longestNoteDays} days` }])
  // Of two who write at once, one counts after the other.
  await sql`select pg_advisory_xact_lock(${notesLock}, hashtext(${`${on.kind} ${on.id}`}))`.execute(trx)
  const held = await heldOn(trx, on, now).select('note_id').execute()
  if (held.length >= mostNotes)
    throw new Problem(
      'Conflict',
      `There are ${mostNotes} notes on ${sayOn(on)} already. End one before you write another.`,
    )
  const { issuer, subject, email } = user
  const row = await trx
    .insertInto('note')
    .values({
      note_id: randomUUID(),
      thing_kind: on.kind,
      thing_id: on.id,
      text,
      until_at: until,
      issuer,
      subject,
      email,
      created_at: now,
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toNote(row, user)
}

/** @throws Problem NotFound, also where its thing may not be read */
export async function findNote(db: Kysely<Tables>, noteId: string, user: User): Promise<Note> {
  const row = await db.selectFrom('note').selectAll().where('note_id', '=', noteId).executeTakeFirst()
  if (!row || !mayRead(user, row.thing_kind)) throw new Problem('NotFound', 'There is no such note.')
  return toNote(row, user)
}

/** @throws Problem Conflict where it has ended already */
export async function endNote(trx: Transaction<Tables>, noteId: string, now: Date): Promise<void> {
  const row = await trx
    .updateTable('note')
    .set({ ended_at: now })
    .where('note_id', '=', noteId)
    .where('ended_at', 'is', null)
    .where('until_at', '>', now)
    .returning('note_id')
    .executeTakeFirst()
  if (!row) throw new Problem('Conflict', 'The note has ended already.')
}

/** Notes that held at some time from then until then, the oldest first, as far as the reader may read their things. */
export async function notesWithin(
  db: Kysely<Tables>,
  { from, to, whose, most }: { from: Date; to: Date; whose: readonly Account[] | undefined; most: number },
  user: User,
): Promise<{ notes: Note[]; isAll: boolean }> {
  const readable = kinds.filter((kind) => mayRead(user, kind))
  const rows = await db
    .selectFrom('note')
    .selectAll()
    .where('created_at', '<', to)
    .where('until_at', '>', from)
    .where(sql<boolean>`coalesce(ended_at, 'infinity') > ${from}`)
    .where(sql<boolean>`thing_kind = any(${readable}::text[])`)
    .where(isOfAccounts(whose))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return { notes: rows.reverse().map((row) => toNote(row, user)), isAll: readable.length === kinds.length }
}

function toNote(row: Row, user: User): Note {
  const isMine = row.issuer === user.issuer && row.subject === user.subject
  return {
    noteId: row.note_id,
    thing: { kind: row.thing_kind, id: row.thing_id },
    text: row.text,
    by: isMine || user.may(factRights.userAction) ? row.email : '',
    at: row.created_at.toISOString(),
    until: row.until_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
