import type { Db } from '../../../platform/database/open-database.ts'
import type { AgentStatus } from '../../../systems/csr-agent/csr-agent.adapter.ts'
import { activePlans } from '../../outages/index.ts'

interface Asked {
  /** What the console has it run. */
  release: string
  said: Pick<AgentStatus, 'release' | 'state' | 'panels'>
}

/** Why a server is not begun, by what its agent says (D61: put aside, not waited for); undefined: it is. */
export async function whyAside(
  db: Db,
  { release, said }: Asked,
  plan: { release: string; budget: number },
  expected: string | undefined,
): Promise<string | undefined> {
  if (said.state === 'failed') return 'Its core is down.'
  if (said.state === 'deploying') return 'Its agent works on a deployment.'
  if (said.release === plan.release) return `It runs ${plan.release} already.`
  if (said.release !== release)
    return `Its agent says ${said.release}, the console ${release}: reset it first.`
  const known = await db
    .selectFrom('csr_release')
    .select('version')
    .where('version', '=', said.release)
    .executeTakeFirst()
  if (!known)
    return `It runs ${said.release}, which is no release of the list, so there would be no way back.`
  if (expected !== undefined) return expected
  if (said.panels > plan.budget) return `It has ${said.panels} panels now, and the budget is ${plan.budget}.`
  return undefined
}

/** The planned work that a server is in; undefined: none. */
export async function expectedOutageOf(db: Db, server: string, now: Date): Promise<string | undefined> {
  const plan = (await activePlans(db, now)).find(({ of }) => of.kind === 'csr' && of.id === server)
  return plan && `An outage is expected: ${plan.reason}.`
}
