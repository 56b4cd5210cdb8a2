import type { CompanyBundle } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { ApiError, api, type DataOf, newTransactionId, queryClient, recordAction } from '../../api/index.ts'
import { text } from './texts.ts'

export type Companies = DataOf<'GET /companymanager/v1/companies'>

const listKey = ['companies', 'list']
const companyKey = (companyId: number) => ['companies', 'one', companyId]

/** All companies, the open reservations and the device regions. What was read before is shown while it is read again. */
export function useCompanies() {
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await api('GET /companymanager/v1/companies', { signal })).data,
  })
}

/** The list has changed: it is read again when it is next looked at. */
export function forgetCompanies(): void {
  void queryClient.invalidateQueries({ queryKey: listKey })
}

export async function readCompany(
  companyId: number,
  more: { signal?: AbortSignal; transactionId?: string } = {},
): Promise<CompanyBundle> {
  const call = 'GET /companymanager/v1/companies/{companyId}/rpscontrols'
  return (await api(call, { params: { companyId }, ...more })).data
}

const belonging = new Set<number>()

/** The next read of the company belongs to what was done to it just now, and is no action of its own. */
export const expectRead = (companyId: number): void => void belonging.add(companyId)

/** Reads a company because somebody opens it, which is an action of its own (D18). */
async function openCompany(companyId: number, signal: AbortSignal): Promise<CompanyBundle> {
  if (belonging.delete(companyId)) return readCompany(companyId, { signal })
  const transactionId = newTransactionId()
  const record = (action: string) => recordAction(text('ScreenTitle'), action, transactionId)
  try {
    const company = await readCompany(companyId, { signal, transactionId })
    const { companyName, sapCompanyId } = company.companyInfo
    record(text('ActionOpen', { name: companyName, sapCompanyId }))
    return company
  } catch (error) {
    // What is tried again by itself is recorded once, when it is there.
    if (error instanceof ApiError && error.httpStatus === 404)
      record(text('ActionOpenUnknown', { id: companyId }))
    throw error
  }
}

/** One company. The form works on what it was opened with, so nothing is kept and nothing is read again by itself. */
export function useCompany(companyId: number) {
  return useQuery({
    queryKey: companyKey(companyId),
    queryFn: ({ signal }) => openCompany(companyId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The company has been read beside the screen's own query: what is opened next begins with it. */
export function rememberCompany(company: CompanyBundle): void {
  queryClient.setQueryData(companyKey(company.companyInfo.companyId), company)
}

/** What the screen holds is out of date: it is read anew, with the screen's own words for waiting and failing. */
export function rereadCompany(companyId: number): void {
  expectRead(companyId)
  void queryClient.resetQueries({ queryKey: companyKey(companyId) })
}
