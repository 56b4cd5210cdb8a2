import { calls } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import type { Views } from '../states/index.ts'
import { readCompany } from './read-company.ts'
import { readPanel } from './read-panel.ts'
import { readSim } from './read-sim.ts'
import { readTransaction } from './read-transaction.ts'

/** What the page of a thing says of it and of what it belongs to (connected console 4). */
export function registerThings(api: Api, viewOf: Views): void {
  const { db, clock } = api.platform
  const now = () => clock.now().toISOString()

  registerCall(api, calls.getSimThing, async ({ params: { id }, user }) => {
    const sim = await readSim(db, id, viewOf(user))
    if (!sim) throw new Problem('NotFound', `No source has ever reported SIM ${id}.`)
    return { data: { ...sim, now: now() } }
  })

  registerCall(api, calls.getPanelThing, async ({ params: { id }, user }) => {
    const panel = await readPanel(db, id, viewOf(user))
    if (!panel)
      throw new Problem('NotFound', `Neither the inventory nor WebConnect has ever reported panel ${id}.`)
    return { data: { ...panel, now: now() } }
  })

  registerCall(api, calls.getTransactionThing, async ({ params: { id }, user, signal }) => {
    const transaction = await readTransaction(api.platform, id, { may: user.may, signal })
    if (!transaction) throw new Problem('NotFound', `No transaction ${id} is known.`)
    return { data: { ...transaction, now: now() } }
  })

  registerCall(api, calls.getCompanyThing, async ({ params: { id }, user }) => {
    const company = await readCompany(db, Number(id), viewOf(user).may)
    if (!company) throw new Problem('NotFound', `There is no company ${id}.`)
    return { data: company }
  })
}
