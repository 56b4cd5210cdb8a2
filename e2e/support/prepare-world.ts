import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundlePrograms } from '../../scripts/testing/bundled-programs.ts'

const program = fileURLToPath(new URL('../../apps/server/src/testing/prepare-folder.ts', import.meta.url))

/**
 * Once per run: a data folder with the demo world, which takes a server's first start several seconds of processor.
 * Every world's server begins with a copy of it. The programs are bundled.
 */
export default async function prepareWorld(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-prepared-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const filling = promisify(execFile)(process.execPath, [program, folder])
    const [bundled] = await Promise.all([bundlePrograms(), filling])
    process.env.BUNDLED_PROGRAMS = bundled
  } catch (error) {
    await remove()
    throw error
  }
  process.env.E2E_PREPARED_DATA = folder
  return remove
}
