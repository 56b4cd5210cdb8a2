import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'
/** Bytes that must be free there and in the machine, for tests that take half a GB at once. */
const enough = 2 * 2 ** 30

/**
 * Where tests keep what goes with them: in memory where there is enough. A copied database is 700 files, made and deleted
 * for each test file, and each `truncate` makes some again: on ext4 without a journal, up to a quarter of the time.
 */
export function temporaryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    if (Math.min(bavail * bsize, process.availableMemory()) >= enough) return inMemory
  } catch {
    // None is there, as on other systems than Linux.
  }
  return tmpdir()
}
