import { type Insertable, sql } from 'kysely'
import { compileOnce } from '../database/compile-once.ts'
import { type AuditedTransaction, NotRecorded, noteEntry } from './audited-transaction.ts'
import { searchWords } from './search-words.ts'
import type { UserActionTable } from './user-action.table.ts'

/** Whose entry it is, and by which sign-on. */
interface Actor {
  issuer: string
  subject: string
  email: string
  sessionId: string
  tokenId: string
}

/** One entry of the audit trail, in our words; id, time and place in the chain come from the database. */
export interface AuditEntry {
  source: 'server' | 'console'
  user: Actor
  transactionId: string
  subTransactionId?: string | undefined
  remoteAddress: string
  route: string
  permission: string
  activity: string
  message: string
  /** The thing it is about, by `thing()`, or in a word what else. */
  object: string
  result: string
  detail?: string | undefined
  /** Only for the demo world's past. */
  at?: Date
}

/** For this transaction: the commit hands on the chain, and `auditedTransaction` waits for the disk. */
const flushedLater = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Appends an entry in the caller's transaction. Its commit numbers and chains it (D19), so it does not matter which of
 * the transaction's statements this is.
 * @throws NotRecorded
 */
export async function appendAudit(trx: AuditedTransaction, entry: AuditEntry): Promise<void> {
  // A claim that the browser delivers twice, also days later, is one entry.
  // It counts as delivered when the first one is on the disk, no matter who brought that one.
  noteEntry(trx)
  if (entry.source === 'console' && !(await isFirstClaim(trx, entry))) return
  // Only the demo world's past brings a time along.
  if (entry.at) return appendAudits(trx, [entry])
  try {
    await insertOne(trx, toRow(entry))
  } catch (error) {
    throw new NotRecorded(error)
  }
}

/** Every change makes this one: to build it again each time takes as long as to run it. */
const insertOne = compileOnce(
  (db, row: Row) =>
    db.selectNoFrom(
      sql`user_action_append(${row.source}, ${row.transaction_id}, ${row.sub_transaction_id}, ${row.issuer},
        ${row.subject}, ${row.email}, ${row.session_id}, ${row.token_id}, ${row.remote_address}, ${row.route},
        ${row.permission}, ${row.activity}, ${row.message}, ${row.object}, ${row.result}, ${row.detail},
        ${row.words})`.as('done'),
    ),
  'append-audit',
)

/** An entry as the table has it. */
type Row = Omit<Insertable<UserActionTable>, 'words' | 'thing_kind' | 'thing_id'> & { words: string[] }

/** The columns of an entry, with their types where they are not texts. */
const columns = {
  at: 'timestamptz',
  source: 'text',
  transaction_id: 'uuid',
  sub_transaction_id: 'uuid',
  issuer: 'text',
  subject: 'text',
  email: 'text',
  session_id: 'text',
  token_id: 'text',
  remote_address: 'text',
  route: 'text',
  permission: 'text',
  activity: 'text',
  message: 'text',
  object: 'text',
  result: 'text',
  detail: 'text',
  words: 'text[]',
} as const
type Column = keyof typeof columns

/**
 * Appends entries of the server, in this order; see `appendAudit`. However many they are, they go as one parameter: one
 * for each cell takes twice as long, and there may not be as many. What is the same in all of them goes once.
 * @throws NotRecorded
 */
export async function appendAudits(trx: AuditedTransaction, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(toRow)
  const [first] = rows
  if (!first) return
  const names = Object.keys(columns) as Column[]
  const own = names.filter((name) => name === 'words' || rows.some((row) => row[name] !== first[name]))
  const typed = own.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`)
  const values = names.map((name) => {
    const value = own.includes(name)
      ? sql.ref(`entry.${name}`)
      : sql`${first[name] ?? null}::${sql.raw(columns[name])}`
    if (name === 'at') return sql`coalesce(${value}, date_trunc('milliseconds', clock_timestamp()))`
    return name === 'words' ? sql`array_to_tsvector(${value})` : value
  })
  try {
    noteEntry(trx)
    await sql`select ${flushedLater}`.execute(trx)
    await sql`
      insert into user_action (${sql.join(names.map((name) => sql.ref(name)))}) select ${sql.join(values)}
      from json_to_recordset(${jsonOf(rows, own)}::json) as entry (${sql.join(typed)})`.execute(trx)
  } catch (error) {
    throw new NotRecorded(error)
  }
}

function jsonOf(rows: readonly Row[], names: readonly Column[]): string {
  return JSON.stringify(
    rows.map((row) => {
      const own: Partial<Record<Column, unknown>> = {}
      for (const name of names) own[name] = row[name]
      return own
    }),
  )
}

async function isFirstClaim(trx: AuditedTransaction, entry: AuditEntry): Promise<boolean> {
  try {
    const claimed = await trx
      .insertInto('user_action_claim')
      .values({
        transaction_id: entry.transactionId,
        issuer: storable(entry.user.issuer),
        subject: storable(entry.user.subject),
        activity: storable(entry.activity),
        message_hash: sql`md5(${storable(entry.message)})`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('transaction_id')
      .executeTakeFirst()
    return claimed !== undefined
  } catch (error) {
    throw new NotRecorded(error)
  }
}

function toRow(entry: AuditEntry): Row {
  const { source, user, transactionId, subTransactionId, at } = entry
  const message = storable(entry.message)
  const object = storable(entry.object)
  const activity = storable(entry.activity)
  const detail = storable(entry.detail ?? '')
  return {
    ...(at && { at }),
    source,
    transaction_id: transactionId,
    sub_transaction_id: subTransactionId ?? null,
    issuer: storable(user.issuer),
    subject: storable(user.subject),
    email: storable(user.email),
    session_id: storable(user.sessionId),
    token_id: storable(user.tokenId),
    remote_address: storable(entry.remoteAddress),
    route: storable(entry.route),
    permission: storable(entry.permission),
    activity,
    message,
    object,
    result: storable(entry.result),
    detail,
    words: searchWords(activity, `${message} ${object}`, detail),
  }
}

/** PostgreSQL's text holds neither NUL nor half a surrogate pair; an entry must not fail for one. */
const storable = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()
