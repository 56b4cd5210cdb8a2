import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../../scripts/testing/free-port.ts'

/** A PostgreSQL of the tests' own: in a temporary folder, on a free port, gone with them. */
interface Cluster {
  /** Address of its `postgres` database. */
  url: string
  /** Kills every process of it at once (`kill -9`), and starts it again on the same data. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** A database of tests need not outlive the machine. */
const forTests = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/**
 * Starts one where PostgreSQL's programs are installed; otherwise says why not.
 * @param settings of the server, as `-c` takes them
 */
export async function startCluster(settings: readonly string[] = forTests): Promise<Cluster | string> {
  const programs = findPrograms()
  if (!programs) return 'no PostgreSQL is installed and TEST_DATABASE_URL is not set'
  let why: unknown
  for (let tries = 0; tries < 3; tries++) {
    const folder = await mkdtemp(join(tmpdir(), 'console-pg-'))
    try {
      return await start(programs, folder, settings)
    } catch (error) {
      why = error
      await rm(folder, { recursive: true, force: true })
    }
  }
  return `PostgreSQL did not start: ${why instanceof Error ? why.message : String(why)}`
}

function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/**
 * PostgreSQL refuses to run as root; there its package's user `postgres` runs it. No process stands between as that of
 * `runuser` would: it stops itself for good when it sees the server stopped, as `crash` does.
 */
function asOrdinaryUser(command: string[]): string[] {
  const user = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', '--']
  return process.getuid?.() === 0 ? [...user, ...command] : command
}

async function start(programs: string, folder: string, settings: readonly string[]): Promise<Cluster> {
  if (process.getuid?.() === 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    await chown(folder, id('-u'), id('-g'))
  }
  await chmod(folder, 0o700)
  const data = join(folder, 'data')
  run(
    asOrdinaryUser([
      join(programs, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '-N',
    ]),
  )
  const port = await freePort()
  const server = asOrdinaryUser([
    join(programs, 'postgres'),
    ...['-D', data, '-h', '127.0.0.1', '-k', folder, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // The shell ends the server and clears up when its standard input ends, so also when the tests are killed. Where the
  // file `crashed` says that the server itself was killed, it waits for `restart`, and starts the server again.
  const script =
    'folder=$1; shift; exec 3<&0; { cat <&3 >/dev/null; kill -INT "$(head -n 1 "$0")"; } & watcher=$!; ' +
    'while :; do "$@" & wait $!; [ -e "$folder/crashed" ] || break; ' +
    'while [ ! -e "$folder/restart" ] && kill -0 $watcher; do sleep 0.05; done; kill -0 $watcher || break; ' +
    'rm -f "$folder/crashed" "$folder/restart"; done; ' +
    'rm -rf "$folder"'
  const child = spawn('sh', ['-c', script, join(data, 'postmaster.pid'), folder, ...server], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: () => crash(child, folder, data),
    stop: () => stop(child, folder),
  }
  try {
    await untilItAnswers(child, data)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function untilItAnswers(child: ChildProcess, data: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    if (child.exitCode !== null) throw new Error('it ended before it was ready')
    const status = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
    if (status.includes('ready')) return
  }
  throw new Error('it was not ready within a minute')
}

async function crash(child: ChildProcess, folder: string, data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid')
  await writeFile(join(folder, 'crashed'), '')
  const server = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  // Stopped first, so that it starts no further process meanwhile, and does nothing about the end of the others.
  process.kill(server, 'SIGSTOP')
  const all = [...childrenOf(server), server]
  const parent = parentOf(server)
  for (const pid of all) process.kill(pid, 'SIGKILL')
  // `runuser` stops itself when what it runs is stopped, and would never see its end.
  for (; all.some(isRunning) || existsSync(`/proc/${server}`); await pause(10)) wake(parent)
  await rm(pidFile)
  await writeFile(join(folder, 'restart'), '')
  await untilItAnswers(child, data)
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

/** A process that nobody has asked about is there, but runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.on('error', () => {}).end()
  if (child.exitCode === null) await ended
  await rm(folder, { recursive: true, force: true })
}

function run([program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
