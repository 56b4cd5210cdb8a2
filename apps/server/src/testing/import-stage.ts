import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inspectFile, openReport, runImport } from '../features/imports/index.ts'
import type { Database } from '../platform/database/open-database.ts'
import { testSecrets } from './test-secrets.ts'

/** Where the sample files of docs/import.md lie. */
export const importSamples = join(import.meta.dirname, '../../../../docs/import')

const operator = {
  issuer: 'operating-system',
  subject: 'pat@desk',
  email: 'pat@desk',
  sessionId: '',
  tokenId: '',
}

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

  /** Imports files, given by path or as name and text. */
  async function load(
    files: (string | { name: string; text: string | Buffer })[],
    options: { dryRun?: boolean; errors?: string; onProgress?: () => void; signal?: AbortSignal } = {},
  ) {
    const paths = files.map((file) => {
      if (typeof file === 'string') return file
      const path = join(folder, file.name)
      writeFileSync(path, file.text)
      return path
    })
    const complaints: string[] = []
    const report = await openReport(async (line) => void complaints.push(line), options.errors)
    try {
      const result = await runImport(database.get(), {
        files: await Promise.all(paths.map(inspectFile)),
        dryRun: options.dryRun ?? false,
        operator,
        secrets: testSecrets,
        report,
        signal: options.signal ?? new AbortController().signal,
        ...(options.onProgress ? { onProgress: options.onProgress } : {}),
      })
      const counts = Object.fromEntries(
        result.files.map(({ file, lines, added, changed, bad }) => [
          file.name,
          { lines, added, changed, bad },
        ]),
      )
      return { result, counts, complaints }
    } finally {
      await report.close()
    }
  }

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
