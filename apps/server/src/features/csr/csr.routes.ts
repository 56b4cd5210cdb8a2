import { randomUUID } from 'node:crypto'
import { type CsrDeployment, calls } from '@support-console/contract'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Committed, DataOf, UnitOfWork } from '../../platform/http/call-context.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import { behalfOf } from '../../platform/undertakings/behalf.ts'
import type { CsrAgents } from '../../systems/csr-agent/csr-agent.adapter.ts'
import type { AgentView } from '../states/index.ts'
import { type Begun, beginDeployment, beginReturn, kind } from './begin-deployment.ts'
import { describeCsr, readCsr, readCsrs, readDeployments, readReleases } from './csr.store.ts'
import { inWords } from './deployment.store.ts'
import { askThoseInError, reconcile } from './reset.ts'

/** CSR Management (2.10, 4). */
export function registerCsr(
  api: Api,
  { jobs, agents, view }: { jobs: Jobs; agents: CsrAgents; view: () => AgentView },
): void {
  const { db } = api.platform

  registerCall(api, calls.listCsrs, async () => ({
    data: {
      info: await readCsrs(db, view()),
      versionOptions: (await readReleases(db)).map((version) => ({ label: version, value: version })),
      now: api.platform.clock.now().toISOString(),
    },
  }))

  registerCall(api, calls.getCsrStatus, async ({ params }) => ({
    data: await readCsr(db, view(), params.ip),
  }))

  registerCall(api, calls.listCsrDeployments, async ({ params }) => ({
    data: await readDeployments(db, params.ip),
  }))

  registerCall(api, calls.upgradeCsr, async ({ params, body, ...who }, work) => {
    const { ip: ipAddress } = params
    work.about({ message: `Deploy ${body.Name} on ${ipAddress}` })
    if (body.IPAddress !== ipAddress)
      throw new Problem('Invalid', 'The address of the call names one CSR and its body another.', {
        issues: [{ field: 'IPAddress', message: 'must be the address of the call' }],
      })
    return begun(work, ipAddress, (trx, deploymentId) =>
      beginDeployment(trx, jobs, {
        behalf: behalfOf(kind, who),
        deploymentId,
        ipAddress,
        release: body.Name,
        seen: body.From,
      }),
    )
  })

  registerCall(api, calls.returnCsr, async ({ params, body, ...who }, work) => {
    const { ip: ipAddress } = params
    return begun(work, ipAddress, (trx, deploymentId) =>
      beginReturn(trx, jobs, {
        behalf: behalfOf(kind, who),
        deploymentId,
        ipAddress,
        lastId: body.deploymentId,
      }),
    )
  })

  registerCall(api, calls.describeCsr, async ({ params, body }, work) => {
    const { ip: ipAddress } = params
    const { Description: description } = body
    return work.finish(async (trx) => {
      const { server, status, before } = await describeCsr(trx, ipAddress, description)
      return {
        data: { description, csrStatus: status },
        message: `The description of ${server} is saved.`,
        entry: {
          message: `Change the description of ${server}`,
          detail: `'${before}' -> '${description}'`,
        },
      }
    })
  })

  registerCall(api, calls.resetCsrs, async ({ signal }, work) => {
    const asked = await askThoseInError(api.platform, agents, view(), signal)
    return work.finish(async (trx) => {
      const { changed, left, notes } = await reconcile(trx, asked, view())
      const back = changed.map((csr) => csr.server).join(', ')
      const sentences = [back ? `Back to Succeeded: ${back}.` : '', ...left].filter(Boolean)
      const message =
        asked.length === 0 ? 'No CSR is in error.' : sentences.join(' ') || 'Nothing has changed.'
      return {
        data: changed,
        message,
        entry: { message: `Reset CSRs: ${message}`, detail: [...notes, ...left].join('; ') },
      }
    })
  })
}

type Work = UnitOfWork<typeof calls.upgradeCsr> | UnitOfWork<typeof calls.returnCsr>
type Finished = Promise<Committed<DataOf<typeof calls.upgradeCsr>>>
type Begin = (trx: AuditedTransaction, deploymentId: string) => Promise<Begun>

const saying: Record<CsrDeployment['kind'], string> = {
  upgrade: 'is being upgraded',
  downgrade: 'is being downgraded',
  return: 'is being returned',
}

/** The intent is on record before any agent is asked (R37): the job begins with this commit. */
function begun(work: Work, ipAddress: string, begin: Begin): Finished {
  const deploymentId = randomUUID()
  return work.finish(async (trx) => {
    const what = await begin(trx, deploymentId)
    const { server, kind: direction, from, to } = what
    return {
      status: 'Accepted',
      data: { name: from, csrStatus: 'Pending', deploymentId },
      message: `${server} ${saying[direction]} from ${from} to ${to}.`,
      headers: { location: `/api/csrmanagement/v1/csrs/${ipAddress}/status` },
      entry: { message: inWords(what), result: 'Intent', detail: `deployment ${deploymentId}` },
    }
  })
}
