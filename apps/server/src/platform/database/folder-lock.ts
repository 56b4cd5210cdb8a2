import { createHash } from 'node:crypto'
import { link, rename, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Somebody else holds the folder; the message is a sentence for the operator. */
export class FolderLockedError extends Error {
  override name = 'FolderLockedError'
}

export interface FolderLock {
  release(): Promise<void>
}

/** A Unix socket's path holds at most 107 bytes on Linux (103 on macOS); Node shortens longer ones silently. */
const longestSocketPath = 100

/**
 * Takes the folder for this process (R49): PGlite itself takes no lock, and two processes on one folder lose
 * acknowledged data. The lock is a listening Unix socket, so it ends with the process however that ends.
 * @param folder absolute path of an existing folder
 * @throws FolderLockedError within two seconds when another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = await socketPath(folder)
  for (let attempt = 0; attempt < 5; attempt++) {
    const server = await listen(path)
    if (server) return { release: () => close(server) }
    if (await answers(path)) break
    await clearAway(path)
  }
  throw new FolderLockedError(
    `The data folder ${folder} is in use by another running server. Stop that one first, or give this one another DATA_DIR.`,
  )
}

/**
 * Removes the socket that a killed process left behind. Between looking and removing, another starter may have put
 * its own there: so the file is moved aside first, asked again under its new name, and put back if it answers.
 */
async function clearAway(path: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  try {
    await rename(path, aside)
  } catch {
    return // another starter was faster
  }
  if (await answers(aside)) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

async function socketPath(folder: string): Promise<string> {
  const beside = join(folder, 'server.lock')
  if (process.platform !== 'win32' && Buffer.byteLength(beside) <= longestSocketPath) return beside
  // The folder's identity, not its spelling, so that every way to name it leads to the same lock.
  const { dev, ino } = await stat(folder)
  const name = `support-console-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.lock`)
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Whether a living process listens there; one that is too busy to answer within a second counts as living. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const settle = (living: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(living)
    }
    const timer = setTimeout(() => settle(true), 1_000)
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
