import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../../scripts/testing/free-port.ts'
import { lockFolder } from '../platform/database/folder-lock.ts'
import { asOrdinaryUser, copyData, findPrograms, handOver, initialise } from './postgres-programs.ts'

/** A PostgreSQL of the tests' own, on a free port. */
export interface Cluster {
  /** Address of its `postgres` database. */
  url: string
  stop(): Promise<void>
}

/** In a temporary folder, gone with the tests. */
export interface TemporaryCluster extends Cluster {
  /** Kills every process of it at once (`kill -9`), and starts it again on the same data. */
  crash(): Promise<void>
  /** Ends it, at once (`kill -9`) or in order (`fast`), and keeps its data; it comes back as it was by `up`. */
  down(how: 'killed' | 'fast'): Promise<{ up(): Promise<void> }>
  /** Every process of it stands still until `resume`. */
  stopStill(): { resume(): void }
  /** Starts it again after `trouble`, in which it may end by itself, as with a full disk. */
  outlive(trouble: () => Promise<void>): Promise<void>
}

/** A database of tests need not outlive the machine. */
export const forTests = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
/** What is copied, or kept, stays small. */
export const small = [...forTests, 'min_wal_size=32MB', 'max_wal_size=256MB']
/** A folder with all that is in it, even while a server that ends still writes to it. */
const whole = { recursive: true, force: true, maxRetries: 10 }

/**
 * Starts one where PostgreSQL's programs are installed; otherwise says why not.
 * @param settings of the server, as `-c` takes them
 * @param make its data: a new cluster's, or a copy
 */
export async function startCluster(
  settings: readonly string[] = forTests,
  make: typeof initialise = initialise,
): Promise<TemporaryCluster | string> {
  const programs = findPrograms()
  if (!programs) return 'no PostgreSQL is installed and TEST_DATABASE_URL is not set'
  let why: unknown
  for (let tries = 0; tries < 3; tries++) {
    const folder = await mkdtemp(join(tmpdir(), 'console-pg-'))
    const drop = () => rm(folder, { recursive: true, force: true })
    try {
      await handOver(folder)
      make(programs, join(folder, 'data'))
      return await launch(programs, join(folder, 'data'), settings, drop, folder)
    } catch (error) {
      why = error
      await drop()
    }
  }
  return `PostgreSQL did not start: ${why instanceof Error ? why.message : String(why)}`
}

/** Makes a folder to copy clusters from: the data of a new one, after `fill` was given the address of its `postgres` database. */
export async function makeSeed(seed: string, fill: (url: string) => Promise<void>): Promise<void> {
  const programs = findPrograms()
  if (!programs) throw new Error('no PostgreSQL is installed')
  const folder = await mkdtemp(join(tmpdir(), 'console-pg-'))
  const data = join(folder, 'data')
  try {
    await handOver(folder)
    initialise(programs, data)
    const cluster = await launch(programs, data, small, async () => {})
    await fill(cluster.url).finally(cluster.stop)
    const unfinished = `${seed}.${process.pid}`
    copyData(data)(programs, unfinished)
    await rename(unfinished, seed)
  } finally {
    await rm(folder, whole)
  }
}

/** Starts the one that is kept in this folder. Undefined where that cannot be: it is in use, or the user that runs PostgreSQL does not get there. */
export async function startKeptCluster(folder: string): Promise<Cluster | undefined> {
  const programs = findPrograms()
  if (!programs) return undefined
  await mkdir(folder, { recursive: true })
  const lock = await lockFolder(folder).catch(() => undefined)
  if (!lock) return undefined
  const data = join(folder, `data-${basename(dirname(programs))}`)
  try {
    await handOver(folder)
    if (!existsSync(data)) {
      const unfinished = `${data}.unfinished`
      await rm(unfinished, whole)
      initialise(programs, unfinished)
      await rename(unfinished, data)
    }
    return await launch(programs, data, small, () => lock.release())
  } catch {
    await lock.release()
    return undefined
  }
}

/** @param remove what goes when the server has ended, also where the tests were killed */
async function launch(
  programs: string,
  data: string,
  settings: readonly string[],
  afterStop: () => Promise<void>,
  remove = '',
): Promise<TemporaryCluster> {
  const port = await freePort()
  const server = asOrdinaryUser([
    join(programs, 'postgres'),
    // No socket file: its path would be too long in a deep folder.
    ...['-D', data, '-h', '127.0.0.1', '-k', '', '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // The shell ends the server and clears up when its standard input ends, so also when the tests are killed. Where the
  // file `crashed` says that the server itself was killed, it waits for `restart`, and starts the server again.
  const script =
    'data=$1; remove=$2; shift 2; exec 3<&0; ' +
    '{ cat <&3 >/dev/null; kill -INT "$(head -n 1 "$data/postmaster.pid")"; } & watcher=$!; ' +
    'while :; do "$@" & wait $!; [ -e "$data/crashed" ] || break; ' +
    'while [ ! -e "$data/restart" ] && kill -0 $watcher; do sleep 0.05; done; kill -0 $watcher || break; ' +
    'rm -f "$data/crashed" "$data/restart"; done; ' +
    '[ -z "$remove" ] || rm -rf "$remove"'
  const child = spawn('sh', ['-c', script, 'sh', data, remove, ...server], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => (await down(child, data, 'killed')).up(),
    down: (how: 'killed' | 'fast') => down(child, data, how),
    stopStill: () => stopStill(data),
    outlive: (trouble: () => Promise<void>) => outlive(child, data, trouble),
    stop: async () => {
      await end(child)
      await afterStop()
    },
  }
  try {
    await untilItAnswers(child, data)
    return cluster
  } catch (error) {
    await end(child)
    throw error
  }
}

async function untilItAnswers(child: ChildProcess, data: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    if (child.exitCode !== null) throw new Error('it ended before it was ready')
    const status = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
    if (/\b(ready|standby)\b/.test(status)) return
  }
  throw new Error('it was not ready within a minute')
}

const pidFileOf = (data: string) => join(data, 'postmaster.pid')
const serverOf = (data: string) => Number(readFileSync(pidFileOf(data), 'utf8').split('\n')[0])

function stopStill(data: string): { resume(): void } {
  const server = serverOf(data)
  process.kill(server, 'SIGSTOP')
  const all = [server, ...childrenOf(server)]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  return {
    resume() {
      for (const pid of all.toReversed()) wake(pid)
    },
  }
}

async function outlive(child: ChildProcess, data: string, trouble: () => Promise<void>): Promise<void> {
  const crashed = join(data, 'crashed')
  await writeFile(crashed, '')
  await trouble()
  if (existsSync(pidFileOf(data)) && isRunning(serverOf(data))) return rm(crashed)
  await rm(pidFileOf(data), { force: true })
  await writeFile(join(data, 'restart'), '')
  await untilItAnswers(child, data)
}

async function down(
  child: ChildProcess,
  data: string,
  how: 'killed' | 'fast',
): Promise<{ up(): Promise<void> }> {
  await writeFile(join(data, 'crashed'), '')
  const server = serverOf(data)
  if (how === 'fast') process.kill(server, 'SIGINT')
  else await kill(server)
  for (; isRunning(server); await pause(10));
  await rm(pidFileOf(data), { force: true })
  return {
    async up() {
      await writeFile(join(data, 'restart'), '')
      await untilItAnswers(child, data)
    },
  }
}

async function kill(server: number): Promise<void> {
  // Stopped first, so that it starts no further process meanwhile, and does nothing about the end of the others.
  process.kill(server, 'SIGSTOP')
  const all = [...childrenOf(server), server]
  const parent = parentOf(server)
  for (const pid of all) process.kill(pid, 'SIGKILL')
  // `runuser` stops itself when what it runs is stopped, and would never see its end.
  for (; all.some(isRunning) || existsSync(`/proc/${server}`); await pause(10)) wake(parent)
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const parentOf = (pid: number): number =>
  Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It is gone already.
  }
}

/** A process that no one has asked about is there, but runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.on('error', () => {}).end()
  if (child.exitCode === null) await ended
}
