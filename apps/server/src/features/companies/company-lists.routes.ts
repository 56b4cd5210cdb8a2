import {
  type CompanyPanelFilter,
  type CompanySimFilter,
  calls,
  mostDifferences,
} from '@support-console/contract'
import { startedCsv } from '../../platform/csv.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { problems } from '../../platform/problem.ts'
import { companyStatesOf, noCompanyState, type Views } from '../states/index.ts'
import { readAll, readPage, type ToSave } from './company-lists.store.ts'
import { companyPanelColumns, companyPanels, toCompanyPanel } from './company-panels.ts'
import { companySimColumns, companySims, toCompanySim } from './company-sims.ts'
import { companyUsers, toCompanyUser } from './company-users.ts'
import { differencesOf } from './differences.ts'

/** What a company has: the lists of its page (connected console 4). */
export function registerCompanyLists(api: Api, viewOf: Views): void {
  const { db, clock } = api.platform
  const fileName = (what: string, companyId: number) =>
    `${what}-company-${companyId}-${clock.now().toISOString().slice(0, 10)}.csv`
  const simsFile = async (asked: ToSave<CompanySimFilter>, signal: AbortSignal) => {
    const content = await startedCsv(companySimColumns(asked.view), readAll(db, companySims, asked), signal)
    return { file: { name: fileName('sims', asked.companyId), content } }
  }
  const panelsFile = async (asked: ToSave<CompanyPanelFilter>, signal: AbortSignal) => {
    const content = await startedCsv(companyPanelColumns, readAll(db, companyPanels, asked), signal)
    return { file: { name: fileName('panels', asked.companyId), content } }
  }

  registerCall(api, calls.listCompanySims, async ({ params, query, user }) => {
    const { sort = 'iccid', order, page, ...filter } = query
    const view = viewOf(user)
    const asked = { ...params, view, filter, sort, order, page }
    const { rows, ids, ...counts } = await readPage(db, companySims, asked)
    return { data: { sims: rows.map((row) => toCompanySim(row, view)), ...counts, iccids: ids } }
  })

  registerCall(api, calls.exportCompanySims, async ({ params, query: filter, signal, user }) => {
    return simsFile({ ...params, view: viewOf(user), filter }, signal)
  })

  registerCall(api, calls.exportChosenSims, async ({ params, body: { iccids }, signal, user }) =>
    simsFile({ ...params, view: viewOf(user), filter: {}, among: iccids }, signal),
  )

  registerCall(api, calls.listCompanyPanels, async ({ params, query, user }) => {
    const { sort = 'cloudId', order, page, ...filter } = query
    const asked = { ...params, view: viewOf(user), filter, sort, order, page }
    const { rows, ids, ...counts } = await readPage(db, companyPanels, asked)
    return { data: { panels: rows.map(toCompanyPanel), ...counts, cloudIds: ids } }
  })

  registerCall(api, calls.exportCompanyPanels, async ({ params, query: filter, signal, user }) => {
    return panelsFile({ ...params, view: viewOf(user), filter }, signal)
  })

  registerCall(api, calls.exportChosenPanels, async ({ params, body: { cloudIds }, signal, user }) =>
    panelsFile({ ...params, view: viewOf(user), filter: {}, among: cloudIds }, signal),
  )

  registerCall(api, calls.getCompanyState, async ({ params: { companyId }, user }) => {
    const view = viewOf(user)
    const states = await companyStatesOf(db, view, [companyId])
    return { data: { state: states.get(companyId) ?? noCompanyState, now: view.now.toISOString() } }
  })

  registerCall(api, calls.getCompanyDifferences, async ({ params: { companyId }, query, user }) => {
    const now = clock.now()
    const moments = [Date.parse(query.from), Date.parse(query.to)] as const
    for (const [at, field] of ['from', 'to'].entries())
      if ((moments[at] ?? 0) > now.getTime())
        throw problems.invalid([{ field, message: 'must not be later than now' }])
    const all = await differencesOf(db, () => viewOf(user), companyId, moments)
    return { data: { differences: all.slice(0, mostDifferences), total: all.length, now: now.toISOString() } }
  })

  registerCall(api, calls.listCompanyUsers, async ({ params, query, user }) => {
    const { sort = 'email', order, page, ...filter } = query
    const { rows, total, matches } = await readPage(db, companyUsers, {
      ...params,
      view: viewOf(user),
      filter,
      sort,
      order,
      page,
    })
    return { data: { users: rows.map(toCompanyUser), total, matches } }
  })
}
