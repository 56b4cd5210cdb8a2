import world from '@support-console/demo-world/world.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { generator } from '../world/generator.ts'
import { receiverAt, type SaidOfReceiver } from '../world/views.ts'
import { failedReason, type LogLine, stepsOf } from './steps.ts'
import { isNewer } from './versions.ts'

export const releases: readonly string[] = world.csrReleases

/** A CSR of the demo world; its agent answers under its address. */
export interface CsrServer {
  server: string
  ipAddress: string
  /** What a named one shows: `every-upgrade-fails`, `slow`, `never-answers`; else `usual`. */
  shows: string
}

export interface Deployment {
  deploymentId: string
  release: string
  previousRelease: string
  state: 'deploying' | 'succeeded' | 'failed'
  reason: string
  startedAt: string
  finishedAt: string | null
  log: LogLine[]
}

interface Row {
  deployment_id: string
  ip: string
  release: string
  previous_release: string
  state: Deployment['state']
  fails: number
  started_at: number
  due: number
}

/** What a deployment that was asked for became. */
export type Begun =
  | { is: 'begun' | 'known'; deployment: Deployment }
  | { is: 'busy'; deploymentId: string }
  | { is: 'other release'; release: string }

/** What is ordered from outside about deployments. */
export interface Steering {
  /** Addresses of CSRs whose deployments do not end while they stand here. */
  hold: string[]
}

export interface CsrAgents {
  steering: Steering
  find(ip: string): CsrServer | undefined
  status(csr: CsrServer): {
    release: string
    state: 'idle' | 'deploying' | 'failed'
    deploymentId: string | null
    panels: number
    log: LogLine[]
  }
  begin(csr: CsrServer, deploymentId: string, release: string): Begun
  read(csr: CsrServer, deploymentId: string): Deployment | undefined
}

/**
 * The agents of all CSRs over the store. What a deployment has come to follows from when it began and the time that it
 * takes, so a kill of the field changes nothing about it.
 */
export function openCsrAgents({
  store,
  delays,
  living,
}: Pick<Context, 'store' | 'delays' | 'living'>): CsrAgents {
  const now = living.clock.now
  store.define(`
    CREATE TABLE IF NOT EXISTS csr_deployments (
      deployment_id TEXT PRIMARY KEY, ip TEXT NOT NULL, release TEXT NOT NULL, previous_release TEXT NOT NULL,
      state TEXT NOT NULL, fails INTEGER NOT NULL, started_at INTEGER NOT NULL, due INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS csr_deployments_ip ON csr_deployments (ip, started_at)`)
  const servers = new Map(world.csrs.map((csr) => [csr.ipAddress, csr]))
  const steering: Steering = { hold: [] }
  const isHeld = (ip: string) => steering.hold.includes(ip)

  /** Ends what is due, and gives the last deployment of the server. */
  function last(ip: string): Row | undefined {
    if (!isHeld(ip))
      store.run(
        `UPDATE csr_deployments SET state = iif(fails, 'failed', 'succeeded')
         WHERE ip = ? AND state = 'deploying' AND due <= ?`,
        ip,
        now(),
      )
    return store.get<Row>(
      'SELECT * FROM csr_deployments WHERE ip = ? ORDER BY started_at DESC, rowid DESC LIMIT 1',
      ip,
    )
  }

  /** The release that was last brought up; a failed deployment leaves the one before it in place, stopped. */
  const releaseOf = (ip: string): string =>
    store.get<{ release: string }>(
      `SELECT release FROM csr_deployments WHERE ip = ? AND state = 'succeeded'
       ORDER BY started_at DESC, rowid DESC LIMIT 1`,
      ip,
    )?.release ??
    servers.get(ip) /* as it began */?.release ??
    ''

  const panelsOf = (csr: CsrServer): number => 80 + generator(`panels of ${csr.server}`)(45)

  /** Of one that something has happened to. */
  const toldOf = (csr: CsrServer, { isDown, share, release, since }: SaidOfReceiver) => ({
    release: release ?? releaseOf(csr.ipAddress),
    state: isDown ? ('failed' as const) : ('idle' as const),
    panels: Math.round(panelsOf(csr) * (1 - share)),
    log: [{ at: new Date(since).toISOString(), line: isDown ? 'csr-core stopped' : 'csr-core started' }],
  })

  const asDeployment = (row: Row): Deployment => {
    const csr = servers.get(row.ip)
    return {
      deploymentId: row.deployment_id,
      release: row.release,
      previousRelease: row.previous_release,
      state: row.state,
      reason: row.state === 'failed' ? failedReason(row.release) : '',
      startedAt: new Date(row.started_at).toISOString(),
      finishedAt: row.state === 'deploying' ? null : new Date(row.due).toISOString(),
      log: stepsOf({
        release: row.release,
        previousRelease: row.previous_release,
        panels: csr ? panelsOf(csr) : 0,
        fails: row.fails === 1,
        startedAt: row.started_at,
        due: row.due,
        // Its last line is of the end.
        now: row.state === 'deploying' ? Math.min(now(), row.due - 1) : now(),
      }),
    }
  }

  return {
    steering,
    find: (ip) => servers.get(ip),
    status(csr) {
      const row = last(csr.ipAddress)
      const state = row?.state === 'deploying' || row?.state === 'failed' ? row.state : 'idle'
      const told = receiverAt(living.model(), csr.server, now())
      if (told) return { ...toldOf(csr, told), deploymentId: row?.deployment_id ?? null }
      return {
        release: releaseOf(csr.ipAddress),
        state,
        deploymentId: row?.deployment_id ?? null,
        // While the core is down no panel can report.
        panels: state === 'idle' ? panelsOf(csr) : 0,
        log: row ? asDeployment(row).log : [],
      }
    },
    begin(csr, deploymentId, release) {
      const row = last(csr.ipAddress)
      const known = read(csr, deploymentId)
      if (known)
        return known.release === release
          ? { is: 'known', deployment: known }
          : { is: 'other release', release: known.release }
      if (row?.state === 'deploying') return { is: 'busy', deploymentId: row.deployment_id }
      const previous = releaseOf(csr.ipAddress)
      const fails = csr.shows === 'every-upgrade-fails' && isNewer(release, previous)
      const startedAt = now()
      const work = csr.shows === 'slow' ? 'slow-deployment' : 'deployment'
      store.run(
        `INSERT INTO csr_deployments (deployment_id, ip, release, previous_release, state, fails, started_at, due)
         VALUES (?, ?, ?, ?, 'deploying', ?, ?, ?)`,
        deploymentId,
        csr.ipAddress,
        release,
        previous,
        fails ? 1 : 0,
        startedAt,
        startedAt + delays.milliseconds(work),
      )
      const begun = read(csr, deploymentId)
      if (!begun) throw new Error('a deployment was not kept')
      return { is: 'begun', deployment: begun }
    },
    read,
  }

  function read(csr: CsrServer, deploymentId: string): Deployment | undefined {
    last(csr.ipAddress)
    const row = store.get<Row>(
      'SELECT * FROM csr_deployments WHERE deployment_id = ? AND ip = ?',
      deploymentId,
      csr.ipAddress,
    )
    return row && asDeployment(row)
  }
}
