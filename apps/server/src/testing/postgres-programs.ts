import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown } from 'node:fs/promises'
import { join } from 'node:path'

/** The folder of PostgreSQL's programs, of the newest version that is installed. */
export function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

const isRoot = () => process.getuid?.() === 0

/**
 * PostgreSQL refuses to run as root; there its package's user `postgres` runs it. No process stands between as that of
 * `runuser` would: it stops itself for good when it sees the server stopped, as `crash` does.
 */
export function asOrdinaryUser(command: string[]): string[] {
  const user = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', '--']
  return isRoot() ? [...user, ...command] : command
}

/** Gives the folder to the user that runs PostgreSQL; throws where that one cannot get at it. */
export async function handOver(folder: string): Promise<void> {
  if (isRoot()) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    await chown(folder, id('-u'), id('-g'))
  }
  await chmod(folder, 0o700)
  run(asOrdinaryUser(['test', '-w', folder]))
}

/** Makes the data of a new cluster. */
export function initialise(programs: string, data: string): void {
  run(
    asOrdinaryUser([
      join(programs, 'initdb'),
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N'],
    ]),
  )
}

/** The same from data that are there, of a server that has ended. */
export const copyData =
  (from: string) =>
  (_programs: string, data: string): void => {
    run(['cp', '-a', from, data])
    if (isRoot()) run(['chown', '-R', 'postgres:', data])
  }

/** A standby's data, which follow a server that runs. */
export const followData =
  (url: string) =>
  (programs: string, data: string): void => {
    const { hostname, port, username } = new URL(url)
    run(
      asOrdinaryUser([
        join(programs, 'pg_basebackup'),
        ...['-D', data, '-h', hostname, '-p', port, '-U', username, '-R', '-X', 'stream', '-c', 'fast'],
      ]),
    )
  }

function run([program = '', ...args]: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
