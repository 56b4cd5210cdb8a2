import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from '../../scripts/testing/bundled-programs.ts'
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts'

const program = fileURLToPath(new URL('../../apps/server/src/testing/prepare-folder.ts', import.meta.url))

/**
 * Once per run: a data folder with the demo world, which takes a server's first start several seconds of processor, and a
 * database of it on PostgreSQL where that is there. Every world's server begins with a copy. The programs are bundled.
 */
export default async function prepareWorld(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(temporaryFolder(), 'support-console-prepared-'))
  const preparing = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const end = async () => {
    preparing.stdin.on('error', () => {}).end()
    if (preparing.exitCode === null) await once(preparing, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const [bundled, database] = await Promise.all([bundlePrograms(), firstLineOf(preparing)])
    process.env.BUNDLED_PROGRAMS = bundled
    process.env.E2E_PREPARED_DATABASE = database
  } catch (error) {
    await end()
    throw error
  }
  process.env.E2E_PREPARED_DATA = folder
  return end
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('The world of the browser tests was not prepared.')
}
