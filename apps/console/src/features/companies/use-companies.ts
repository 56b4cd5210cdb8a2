import type { CompanyBundle } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type DataOf, queryClient } from '../../api/index.ts'
import { keyOfRead, useRead } from '../../api/use-read.ts'
import { useReadAction } from '../../api/use-read-action.ts'
import { followsSave } from './said.ts'
import { text } from './texts.ts'

export type Companies = DataOf<typeof list>

const list = 'GET /companymanager/v1/companies'
const listKey = keyOfRead(list)
const companyKey = (companyId: number) => ['companies', 'one', companyId]

/** All companies, the open reservations and the device regions. What was read before is shown while it is read again. */
export const useCompanies = () => useRead(list)

/** The list has changed: it is read again when it is next looked at. */
export function forgetCompanies(): void {
  void queryClient.invalidateQueries({ queryKey: listKey })
}

/** Without its installer service key, which is asked for alone: reading it is put on record (D32). */
export async function readCompany(
  companyId: number,
  more: { signal?: AbortSignal; transactionId?: string | undefined } = {},
): Promise<CompanyBundle> {
  const call = 'GET /companymanager/v1/companies/{companyId}/rpscontrols'
  return (await api(call, { params: { companyId }, query: { key: 'hidden' }, ...more })).data
}

/** The key as it is now, and when it was made. */
export async function readServiceKey(companyId: number): Promise<{ key: string; madeAt: string }> {
  const call = 'GET /companymanager/v1/companies/{companyId}/rpscontrols'
  const { rpsControlSettings, facts } = (await api(call, { params: { companyId } })).data
  return { key: rpsControlSettings.onlineServiceKey, madeAt: facts.keyGeneratedAt }
}

/** What is said of an opening, before it is known whether there is such a company: its name where the list has it. */
function openingOf(companyId: number): string {
  const known = queryClient
    .getQueryData<Companies>(listKey)
    ?.companyInfos.find((one) => one.companyId === companyId)
  if (!known) return text('ActionOpenById', { id: String(companyId) })
  return text('ActionOpen', { name: known.companyName, sapCompanyId: known.sapCompanyId })
}

/**
 * One company. The form works on what it was opened with, so nothing is kept and nothing is read again by itself.
 * Opening it and trying again are actions of their own (D18); what a save leads to is part of the save.
 */
export function useCompany(companyId: number) {
  const [opened] = useState(() =>
    followsSave(companyId) ? null : { key: String(companyId), action: openingOf(companyId) },
  )
  const reads = useReadAction(text('ScreenTitle'), opened)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: companyKey(companyId),
    queryFn: ({ signal }) => readCompany(companyId, { signal, transactionId: reads.transactionOf(signal) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    data,
    error,
    isFetching,
    reread: refetch,
    tryAgain: () => {
      reads.record(openingOf(companyId))
      void refetch()
    },
  }
}

/** The company has been read beside the screen's own query: what is opened next begins with it. */
export function rememberCompany(company: CompanyBundle): void {
  queryClient.setQueryData(companyKey(company.companyInfo.companyId), company)
}

/** What the screen holds is out of date: it is read again, with the screen's own words for waiting and failing. */
export function rereadCompany(companyId: number): void {
  void queryClient.resetQueries({ queryKey: companyKey(companyId) })
}
