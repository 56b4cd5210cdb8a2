import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const mega = 1_000_000

/** The data folder: who may enter it, and how much room there is. */
export function lookAtMachine({ database }: Pick<Config, 'database'>): Finding[] {
  const { fine, warning, fault } = findingsOf('data folder')
  const folder = resolve(database.folder)
  const findings: Finding[] = []
  if (existsSync(folder) && process.platform !== 'win32')
    findings.push(
      (statSync(folder).mode & 0o077) === 0
        ? fine(`${folder} is closed to other users.`)
        : warning(`${folder} is open to other users of this machine. Close it (chmod 700).`),
    )
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const { bavail, bsize } = statfsSync(there)
  const room = Math.round((bavail * bsize) / mega)
  const says = `${room.toLocaleString('en-US')} MB are free in ${there}`
  findings.push(
    room < 200
      ? fault(`${says}: make room, before the next write fails.`)
      : room < 2_000
        ? warning(`${says}: make room.`)
        : fine(`${says}.`),
  )
  return findings
}
