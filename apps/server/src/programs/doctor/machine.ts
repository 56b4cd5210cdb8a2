import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Finding, findingsOf } from './finding.ts'

const mega = 1_000_000
const dayMs = 24 * 3600_000

/** What a machine has for this program; null: it does not say. */
export interface Means {
  /** Files and connections that may be open at once. */
  openFiles: number | null
  /** Bytes. */
  freeMemory: number
  freeDisk: number
  /** When the program was put here; no clock is right that is before it. */
  installedAt: Date
  now: Date
}

/** So little is too little to start with, and so little is worth a look: below that a fault of another name comes. */
const least = {
  openFiles: { fault: 256, warning: 4_096 },
  freeMemory: { fault: 150 * mega, warning: 400 * mega },
  freeDisk: { fault: 200 * mega, warning: 2_000 * mega },
} as const

/** The data folder, and this machine: what it limits, before an error says something else. */
export function lookAtMachine({ database }: Pick<Config, 'database'>): Finding[] {
  const folder = resolve(database.folder)
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  const { bavail, bsize } = statfsSync(there)
  const means: Means = {
    openFiles: openFiles(),
    freeMemory: process.availableMemory(),
    freeDisk: bavail * bsize,
    installedAt: statSync(import.meta.filename).mtime,
    now: systemClock.now(),
  }
  return [...whoMayEnter(folder, there), ...findLimits(means, there)]
}

function whoMayEnter(folder: string, there: string): Finding[] {
  const { fine, warning, fault } = findingsOf('data folder')
  const findings: Finding[] = []
  if (existsSync(folder) && process.platform !== 'win32')
    findings.push(
      (statSync(folder).mode & 0o077) === 0
        ? fine(`${folder} is closed to other users.`)
        : warning(`${folder} is open to other users of this machine. Close it (chmod 700).`),
    )
  try {
    accessSync(there, constants.W_OK)
  } catch {
    findings.push(fault(`${there} cannot be written. Give it to the user of the server, or set DATA_DIR.`))
  }
  return findings
}

/** What is too little of them, by what there is. */
export function findLimits(
  { openFiles, freeMemory, freeDisk, installedAt, now }: Means,
  folder: string,
): Finding[] {
  const { fine, warning, fault } = findingsOf('machine')
  const judge = (name: keyof typeof least, has: number, says: string, todo: string): Finding => {
    if (has < least[name].fault) return fault(`${says}: ${todo}, before the server ends of it.`)
    return has < least[name].warning ? warning(`${says}: ${todo}.`) : fine(`${says}.`)
  }
  const say = (bytes: number) => `${Math.round(bytes / mega).toLocaleString('en-US')} MB`
  return [
    judge('freeDisk', freeDisk, `${say(freeDisk)} are free in ${folder}`, 'make room'),
    judge(
      'freeMemory',
      freeMemory,
      `${say(freeMemory)} of memory are free`,
      'give it more, or end something else',
    ),
    ...(openFiles === null
      ? []
      : [
          judge(
            'openFiles',
            openFiles,
            `${openFiles.toLocaleString('en-US')} files and connections may be open at once`,
            'raise the limit (ulimit -n, LimitNOFILE)',
          ),
        ]),
    now.getTime() < installedAt.getTime() - dayMs
      ? fault(
          `The clock says ${now.toISOString()}, before this program was put here (${installedAt.toISOString()}): tokens and times would be wrong. Set it, and let it follow NTP.`,
        )
      : fine('The clock is not before the program.'),
  ]
}

/** As the system limits this process now; null: it does not say (Windows). */
function openFiles(): number | null {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } }
  const soft = userLimits?.open_files?.soft
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER
  return typeof soft === 'number' ? soft : null
}
