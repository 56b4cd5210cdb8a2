import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../../scripts/testing/free-port.ts'

/** A PostgreSQL of the tests' own: in a temporary folder, on a free port, gone with them. */
interface Cluster {
  /** Address of its `postgres` database. */
  url: string
  stop(): Promise<void>
}

/** Starts one where PostgreSQL's programs are installed; otherwise says why not. */
export async function startCluster(): Promise<Cluster | string> {
  const programs = findPrograms()
  if (!programs) return 'no PostgreSQL is installed and TEST_DATABASE_URL is not set'
  let why: unknown
  for (let tries = 0; tries < 3; tries++) {
    const folder = await mkdtemp(join(tmpdir(), 'console-pg-'))
    try {
      return await start(programs, folder)
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

/** PostgreSQL refuses to run as root; there its package's user `postgres` runs it. */
function asOrdinaryUser(command: string[]): string[] {
  return process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
}

async function start(programs: string, folder: string): Promise<Cluster> {
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
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
  const server = asOrdinaryUser([
    join(programs, 'postgres'),
    ...['-D', data, '-h', '127.0.0.1', '-k', folder, '-p', String(port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // The shell ends the server and clears up when its standard input ends, so also when the tests are killed.
  const script =
    'folder=$1; shift; "$@" & server=$!; exec 3<&0; { cat <&3 >/dev/null; kill -INT "$(head -n 1 "$0")"; } & ' +
    'wait "$server"; rm -rf "$folder"'
  const child = spawn('sh', ['-c', script, join(data, 'postmaster.pid'), folder, ...server], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const cluster = { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => stop(child, folder) }
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

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.on('error', () => {}).end()
  if (child.exitCode === null) await ended
  await rm(folder, { recursive: true, force: true })
}

function run([program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
