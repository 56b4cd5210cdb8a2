import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/open-database.ts'

/** Whose work it is, and when it began and ended; left out: now, and not yet. */
interface Of {
  issuer?: string
  subject?: string
  transactionId?: string
  began?: Date
  ended?: Date | null
}

const whose = ({ issuer = 'https://id.example', subject = 'ann', transactionId = randomUUID() }: Of) =>
  sql`${transactionId}, ${issuer}, ${subject}, 'ann@example.com', '', '', ''`
const person = sql`transaction_id, issuer, subject, email, session_id, token_id, remote_address`

let next = 0

/** A batch as a server has left it, one SIM for each state. @returns its id */
export async function batchOf(
  db: Db,
  states: readonly string[],
  { began = new Date(), ended = null, isSingle = false, ...of }: Of & { isSingle?: boolean } = {},
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into deactivation_batch (batch_id, is_single, file_name, created_at, finished_at, ${person})
    values (${id}, ${isSingle}, ${isSingle ? '' : 'ended.csv'}, ${began}, ${ended}, ${whose(of)})`.execute(db)
  for (const [position, state] of states.entries())
    await sql`
      insert into deactivation (deactivation_id, batch_id, position, iccid, vendor_code, state)
      values (${randomUUID()}, ${id}, ${position}, ${`8914800001${String(++next).padStart(9, '0')}`}, 'VZN', ${state})`.execute(
      db,
    )
  return id
}

/** A deployment on a server of the demo world. @returns its id */
export async function deploymentOf(
  db: Db,
  state: 'pending' | 'running' | 'succeeded' | 'error',
  { began = new Date(), ended = null, server = 'csr-03', ...of }: Of & { server?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into csr_deployment (deployment_id, csr_id, kind, from_release, to_release, state, reason, log, created_at,
      finished_at, ${person})
    select ${id}, csr_id, 'upgrade', '4.1.0', '5.0.0', ${state}, ${state === 'error' ? 'It did not start.' : ''},
      ${JSON.stringify([{ at: began.toISOString(), line: 'Fetching 5.0.0' }])}, ${began}, ${ended}, ${whose(of)}
    from csr where server = ${server}`.execute(db)
  return id
}
