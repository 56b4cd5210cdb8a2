import type { Csr } from '@support-console/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { keepObservationsIn } from '../../platform/observations/observations.store.ts'
import type { Observation } from '../../platform/observations/observed.ts'
import type { Platform } from '../../platform/platform.ts'
import { sideBySide } from '../../platform/side-by-side.ts'
import { ask } from '../../systems/ask.ts'
import type { AgentStatus, CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import type { AgentView } from '../states/index.ts'
import { observationOf } from './ask-agent.ts'
import { lastDeployment, setStatus } from './begin-deployment.ts'
import { readCsrs } from './csr.store.ts'

/** A CSR in Error, and what its agent says of itself. */
export interface Asked {
  csr: Csr
  said: AgentStatus | { problem: string }
  /** The same, as it is kept (D54). */
  word: Observation
}

/** How many agents are asked at once. */
const askedAtOnce = 20

/** Asks the agents of all CSRs in Error how they stand. Rejects with the signal's reason alone. */
export async function askThoseInError(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>,
  agents: CsrAgents,
  view: AgentView,
  signal: AbortSignal,
): Promise<Asked[]> {
  const inError = (await readCsrs(platform.db, view)).filter((csr) => csr.csrStatus === 'Error')
  return sideBySide(askedAtOnce, inError, async (csr) => {
    const agent = agents.of(csr)
    const told = await ask({ platform, signal }, agent.name, () => agent.status({ signal }))
    const { data, report } = told
    return { csr, said: data ?? { problem: report.message }, word: observationOf(csr.ipAddress, told) }
  })
}

/**
 * Takes those back to Succeeded whose agent has nothing to do and names a release of ours, in the caller's
 * transaction. The others stay in Error.
 * @returns the CSRs that changed, and a sentence on each that did not
 */
export async function reconcile(
  trx: Transaction<Tables>,
  asked: readonly Asked[],
  view: AgentView,
): Promise<{ changed: Csr[]; left: string[]; notes: string[] }> {
  // With what follows from them, so that without its entry nothing is otherwise.
  await keepObservationsIn(
    trx,
    asked.map(({ word }) => word),
  )
  const changed: string[] = []
  const left: string[] = []
  const notes: string[] = []
  for (const { csr, said } of asked) {
    const why = await whyNot(trx, csr, said)
    if (why !== undefined || 'problem' in said) {
      left.push(why ?? '')
      continue
    }
    const row = await trx
      .selectFrom('csr')
      .select(['csr_id', 'release'])
      .where('ip_address', '=', csr.ipAddress)
      .where('status', '=', 'Error')
      .forUpdate()
      .executeTakeFirst()
    const last = row && (await lastDeployment(trx, row.csr_id))?.deployment_id
    // Someone has returned it meanwhile: what was asked before that says nothing any more.
    if (!row || (last ?? null) !== (csr.deployment?.deploymentId ?? null)) continue
    await setStatus(trx, row.csr_id, 'Succeeded', said.release)
    changed.push(csr.ipAddress)
    notes.push(`${csr.server}: ${row.release} -> ${said.release}`)
  }
  const all = changed.length === 0 ? [] : await readCsrs(trx, view)
  return { changed: all.filter((csr) => changed.includes(csr.ipAddress)), left, notes }
}

async function whyNot(
  trx: Transaction<Tables>,
  { server }: Csr,
  said: Asked['said'],
): Promise<string | undefined> {
  if ('problem' in said) return said.problem
  if (said.state === 'failed')
    return `${server} says that its last deployment failed: return it to its previous release.`
  if (said.state === 'deploying') return `${server} is working on a deployment.`
  const known = await trx
    .selectFrom('csr_release')
    .select('version')
    .where('version', '=', said.release)
    .executeTakeFirst()
  return known
    ? undefined
    : `${server} runs ${said.release.slice(0, 50)}, which is not a release in the list: import it first.`
}
