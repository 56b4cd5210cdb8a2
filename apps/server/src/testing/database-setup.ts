import type { TestProject } from 'vitest/node'
import { bundlePrograms } from '../../../../scripts/testing/bundled-programs.ts'
import { openHttpStage } from './http-stage.ts'
import { findPrograms } from './postgres-programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test asks for what is made once: `/postgres`, `/pglite`, `/pglite-empty` (what databases are made from), `/programs`. */
    madeOnce: string
    /** Why the tests on PostgreSQL are skipped; empty where they are not. */
    postgres: { missing: string } | { present: true }
  }
}

/**
 * Once per run: a migrated database of each kind, from which every test file takes its own copy. They are made, and
 * PostgreSQL is started, when the first test asks: a run without databases does not wait for them. Likewise the programs
 * that tests start, bundled.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isThere = process.env.TEST_DATABASE_URL || findPrograms()
  const missing = 'no PostgreSQL is installed and TEST_DATABASE_URL is not set'
  project.provide('postgres', isThere ? { present: true } : { missing })
  if (!isThere) console.log(`The tests on PostgreSQL are skipped: ${missing}.`)

  let bundled: Promise<string> | undefined
  let made: Promise<typeof import('./database-templates.ts')> | undefined
  const stage = await openHttpStage(async ({ path }) => {
    // No one asks often; a kept connection would be closed just when someone asks again.
    const headers = { connection: 'close' }
    try {
      if (path === '/programs') {
        bundled ??= bundlePrograms()
        return { headers, body: JSON.stringify(await bundled) }
      }
      made ??= import('./database-templates.ts')
      const { emptyPglite, pgliteTemplate, postgresTemplate } = await made
      const ways = { '/pglite': pgliteTemplate, '/pglite-empty': emptyPglite, '/postgres': postgresTemplate }
      const template = await ways[path as keyof typeof ways]()
      return { headers, body: JSON.stringify(template) }
    } catch (error) {
      return { headers, status: 500, body: error instanceof Error ? error.message : String(error) }
    }
  })
  project.provide('madeOnce', stage.url)
  return async () => {
    await stage.close()
    await (await made)?.dropTemplates()
  }
}
