import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Pair, startPair, whyNoPair } from '../testing/postgres-pair.ts'
import { folderForProgram } from '../testing/program-database.ts'
import { runCommand } from '../testing/run-program.ts'
import { testSecretsKey } from '../testing/test-secrets.ts'
import { auditCommand } from './audit-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { importCommand } from './import-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { moveDatabaseCommand } from './move-database-command.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const cannot = whyNoPair()

describe.skipIf(cannot)(
  `D52 every command finds the host that writes${cannot ? ` (left out: ${cannot})` : ''}`,
  () => {
    let pair: Pair
    let source: Awaited<ReturnType<typeof folderForProgram>>
    let folder: string
    beforeAll(async () => {
      pair = await startPair()
      source = await folderForProgram({ demo: true })
      folder = mkdtempSync(join(tmpdir(), 'console-hosts-'))
    })
    afterAll(async () => {
      await pair.stop()
      await source.drop()
      rmSync(folder, { recursive: true, force: true })
    })
    // The standby stands first in the address.
    const settings = (data = join(folder, 'data')) => ({
      DEMO: 'on',
      DATA_DIR: data,
      DATABASE_URL: pair.url,
      SECRETS_KEY: testSecretsKey,
    })
    const sims = join(import.meta.dirname, '../../../../docs/import/sims.csv')

    it('move-database, migrate, audit, import and doctor work on it, also after a promotion', async () => {
      const moved = await runCommand(moveDatabaseCommand, [], settings(source.settings.DATA_DIR))
      expect(moved).toMatchObject({ code: 0, err: '' })
      await pair.caughtUp()
      expect(await runCommand(migrateCommand, ['--check'], settings())).toMatchObject({ code: 0 })
      await pair.first.stop()
      await pair.promote()
      expect(await runCommand(migrateCommand, ['--check'], settings())).toMatchObject({ code: 0 })
      expect(await runCommand(auditCommand, ['verify'], settings())).toMatchObject({ code: 0, err: '' })
      const imported = await runCommand(importCommand, [sims], settings())
      expect(imported.out).toContain('sims.csv (SIMs): 7 lines,')
      const { out } = await runCommand(doctorCommand, [], settings())
      expect(out).not.toMatch(/MEND.*(database|PostgreSQL)/i)
    })
  },
)
