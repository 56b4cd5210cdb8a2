import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Database } from '../platform/database/open-database.ts'
import { importInto } from './import-into.ts'

/** Where the sample files of docs/import.md lie. */
export const importSamples = join(import.meta.dirname, '../../../../docs/import')

type KeptTable =
  | 'sim'
  | 'company'
  | 'company_subnet'
  | 'company_reservation'
  | 'billing_line'
  | 'sim_activity'
  | 'user_action'

/** What tests of imports do; inside describeOnEachDatabase. Each test begins without companies, SIMs and billing lines. */
export function importStage(database: { get(): Database }) {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-import-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    await sql`
      truncate sim, company, company_subnet, company_isk, company_reservation, billing_line
      restart identity cascade`.execute(database.get().db)
  })

  const load = (files: Parameters<typeof importInto>[2], options?: Parameters<typeof importInto>[3]) =>
    importInto(database.get(), folder, files, options)

  async function all(table: KeptTable) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database.get().db,
    )
    return rows
  }

  return {
    /** A folder for the tests' own files, gone at the end. */
    folder: () => folder,
    load,
    all,
    loadSims: (text: string, options = {}) => load([{ name: 'sims.csv', text }], options),
    /** The companies of the samples. */
    loadCompanies: () => load([join(importSamples, 'companies.csv')]),
    /** The activity of a SIM in the order in which it was written. */
    async eventsOf(iccid: string) {
      const { rows } = await sql<Record<string, unknown>>`
        select transaction_id, sub_transaction_id, vendor_code, status, description, at from sim_activity
        where iccid = ${iccid} order by event_id`.execute(database.get().db)
      return rows
    },
    entriesOf: (transactionId: string) => entriesOf(database, transactionId),
    /** The import's own entries, without those of the objects. */
    ownEntriesOf: async (transactionId: string) =>
      (await entriesOf(database, transactionId)).filter(({ message }) => message.startsWith('Import ')),
  }
}

const entriesOf = (database: { get(): Database }, transactionId: string) =>
  database
    .get()
    .db.selectFrom('user_action')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute()

/** An AT&T SIM ID by its number. */
export const attSim = (n: number) => `8901170000000${String(n).padStart(6, '0')}`
