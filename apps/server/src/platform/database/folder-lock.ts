import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Someone else holds the folder; the message is a sentence for the operator. */
export class FolderLockedError extends Error {
  override name = 'FolderLockedError'
}

export interface FolderLock {
  release(): Promise<void>
}

/** SQLite's result codes (https://www.sqlite.org/rescode.html). */
const SQLITE_BUSY = 5

/**
 * How long a lock that is held is asked for again, in milliseconds: of several that ask at the same moment each may be in
 * the way of the others, and without a second try none of them would get it.
 */
const patienceMs = 500

/**
 * Takes the folder for this process (R49): PGlite itself takes no lock, and two processes on one folder lose
 * acknowledged data. The lock is SQLite's exclusive one on an empty file, which is the operating system's own: it ends
 * with the process however that ends, and leaves nothing behind that another start would have to judge and clear away.
 * @param folder absolute path of an existing folder
 * @throws FolderLockedError after half a second when another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = new DatabaseSync(join(folder, 'server.lock.db'), { timeout: patienceMs })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new FolderLockedError(
      `The data folder ${folder} is in use by another running server. Stop that one first, or give this one another DATA_DIR.`,
      { cause: error },
    )
  }
  return { release: async () => file.close() }
}
