import { calls } from '@support-console/contract'
import { startedCsv } from '../../platform/csv.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { readAll, readPage } from './company-lists.store.ts'
import { companyPanelColumns, companyPanels, toCompanyPanel } from './company-panels.ts'
import { companySimColumns, companySims, toCompanySim } from './company-sims.ts'

/** What a company has: the lists of its page (connected console 4). */
export function registerCompanyLists(api: Api): void {
  const { db, clock } = api.platform
  const fileName = (what: string, companyId: number) =>
    `${what}-company-${companyId}-${clock.now().toISOString().slice(0, 10)}.csv`

  registerCall(api, calls.listCompanySims, async ({ params, query }) => {
    const { sort = 'iccid', order, page, ...filter } = query
    const { rows, ids, ...counts } = await readPage(db, companySims, { ...params, filter, sort, order, page })
    return { data: { sims: rows.map(toCompanySim), ...counts, iccids: ids } }
  })

  registerCall(api, calls.exportCompanySims, async ({ params, query: filter, signal }) => {
    const sims = readAll(db, companySims, { ...params, filter })
    const content = await startedCsv(companySimColumns, sims, signal)
    return { file: { name: fileName('sims', params.companyId), content } }
  })

  registerCall(api, calls.listCompanyPanels, async ({ params, query }) => {
    const { sort = 'cloudId', order, page, ...filter } = query
    const asked = { ...params, filter, sort, order, page }
    const { rows, ids, ...counts } = await readPage(db, companyPanels, asked)
    return { data: { panels: rows.map(toCompanyPanel), ...counts, cloudIds: ids } }
  })

  registerCall(api, calls.exportCompanyPanels, async ({ params, query: filter, signal }) => {
    const panels = readAll(db, companyPanels, { ...params, filter })
    const content = await startedCsv(companyPanelColumns, panels, signal)
    return { file: { name: fileName('panels', params.companyId), content } }
  })
}
