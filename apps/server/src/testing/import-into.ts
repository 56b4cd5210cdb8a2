import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectFile, openReport, runImport } from '../features/imports/index.ts'
import type { Database } from '../platform/database/open-database.ts'
import { testSecrets } from './test-secrets.ts'

const operator = {
  issuer: 'operating-system',
  subject: 'pat@desk',
  email: 'pat@desk',
  sessionId: '',
  tokenId: '',
}

/** Imports files, given by path or as name and text, which is written to the folder. */
export async function importInto(
  database: Database,
  folder: string,
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
    const result = await runImport(database, {
      files: await Promise.all(paths.map(inspectFile)),
      dryRun: options.dryRun ?? false,
      operator,
      secrets: testSecrets,
      report,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress ? { onProgress: options.onProgress } : {}),
    })
    const counts = Object.fromEntries(
      result.files.map(({ file, lines, added, changed, bad }) => [file.name, { lines, added, changed, bad }]),
    )
    return { result, counts, complaints }
  } finally {
    await report.close()
  }
}
