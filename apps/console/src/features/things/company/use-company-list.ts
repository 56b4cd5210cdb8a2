import { companyPageRows } from '@support-console/contract/company-lists.words'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ApiError, api, type QueryOf } from '../../../api/index.ts'
import { askedAt, useMoment } from '../../../api/moment.ts'
import { useNews } from '../../../api/news/use-news.ts'
import { useListAddress } from '../../../kit/table-address/index.ts'
import { inPlace, useAddress } from '../../../kit/use-address.ts'
import type { Asked, ListPage, ListPlan } from './list-plan.ts'
import { text } from './texts.ts'

type ListCall = 'GET /companymanager/v1/companies/{companyId}/sims'

const longest = 100

/** Why nothing can be searched by these words; undefined: it can, or nothing is searched. */
export function searchProblem(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  if (typed.trim().length > longest) return text('SearchTooLong', { most: longest })
  return /[\p{L}\p{N}]/u.test(typed) ? undefined : text('SearchNeedsMore')
}

interface Shown<Row> extends ListPage<Row> {
  /** Which page it is: while another comes, this one is shown. */
  page: number
}

/**
 * A page of a company's list, as the address asks for it: `search`, the filters by their names, `sort`, `direction`, `page`
 * (D25). Read again when something of it has changed (D37); what was read before is shown meanwhile.
 */
export function useCompanyList<Row>(plan: ListPlan<Row>, companyId: number) {
  const { address, put } = useAddress()
  const list = useListAddress(plan.headers, plan.usual)
  const inAddress = address.get('search') ?? ''
  const words = searchProblem(inAddress) === undefined ? inAddress.trim() : ''
  const chosen = Object.fromEntries(
    plan.filters.flatMap(({ name, options }) => {
      const option = options.find(({ value }) => value === address.get(name))
      return option ? [[name, option.value]] : []
    }),
  )
  const { sort = plan.usual, page } = list.view
  const asked: Asked = {
    ...chosen,
    text: words || undefined,
    sort: sort.key,
    order: sort.direction ?? 'asc',
    page: Math.min(page, 1_000_000),
  }
  const moment = useMoment()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<Shown<Row>, ApiError>({
    queryKey: ['company-list', plan.name, companyId, asked, moment?.at],
    queryFn: async ({ signal }) => {
      // The lists are alike but for what they list.
      const call = `GET /companymanager/v1/companies/{companyId}/${plan.name}` as ListCall
      const query = askedAt(moment, asked) as QueryOf<ListCall>
      const { data } = await api(call, { params: { companyId }, query, signal })
      const lists: { readonly [Name in string]?: unknown } = data
      return {
        ...data,
        rows: lists[plan.name] as Row[],
        ids: plan.saved ? (lists[plan.saved.ids] as string[] | null) : null,
        page: asked.page,
      }
    },
    placeholderData: (before) => before,
  })
  const shown = new Set([...(data?.ids ?? []), ...(data?.rows.map(plan.rows.key) ?? [])])
  // While the first page comes, whatever changes may be on it.
  useNews(plan.news ?? 'company', refetch, (changed) =>
    plan.news ? !data || shown.has(changed) : changed === String(companyId),
  )
  // An address may name a page that is no more.
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.matches / companyPageRows)) : page
  useEffect(() => {
    if (page > last) put({ page: last > 1 && String(last) }, inPlace)
  }, [page, last, put])
  return {
    ...list,
    chosen,
    setFilter: (name: string, value: string) => put({ [name]: value, page: null }),
    isNarrowed: words !== '' || Object.keys(chosen).length > 0,
    data,
    error,
    isComing: isFetching && (data === undefined || isPlaceholderData),
    tryAgain: () => void refetch(),
    asked,
  }
}
