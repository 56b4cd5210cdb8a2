import type { PanelQueryType } from '@support-console/contract'
import { mostPanelIds } from '@support-console/contract/panels.words'
import { idList, readIds } from './id-list.ts'
import { text } from './texts.ts'

/** What is searched for: panels with these ids. */
export interface Search {
  by: PanelQueryType
  ids: readonly string[]
}

/** The radio's three values, in the screen's order (2.8). */
export const kinds = ['cloudId', 'sapNumber', 'remoteId'] as const satisfies readonly PanelQueryType[]

export const kindNames: Readonly<Record<PanelQueryType, string>> = {
  cloudId: text('CloudId'),
  sapNumber: text('SapCompanyId'),
  remoteId: text('RemotePortalId'),
}

/** What is wrong with a list, in a sentence: of its letters (5), whatever stands between its ids (D47), or of their number. */
export function listProblem(list: string, by: PanelQueryType): string | undefined {
  const ids = readIds(list, by)
  if (!ids.every(isId)) return text('AlphanumericOnly')
  if (ids.length === 0) return list === '' ? undefined : text('NoId')
  return ids.length > mostPanelIds ? text('TooManyIds', { most: mostPanelIds, count: ids.length }) : undefined
}

/** Letters, digits and underscore. */
const isId = (id: string): boolean => /^\w+$/.test(id)

/** The radio of an address (`by`, D25); Cloud ID where it names none. */
export const kindOf = (address: URLSearchParams): PanelQueryType =>
  kinds.find((kind) => kind === address.get('by')) ?? 'cloudId'

/** The list of an address (`ids`), as the field shows it. */
export const listOf = (address: URLSearchParams): string =>
  idList(readIds(address.get('ids') ?? '', kindOf(address)))

/** What the address asks for; null when it asks for nothing that can be searched. */
export function searchOf(address: URLSearchParams): Search | null {
  const by = kindOf(address)
  const ids = readIds(listOf(address), by)
  if (ids.length === 0 || ids.length > mostPanelIds || !ids.every(isId)) return null
  return { by, ids }
}

/** The ids for people: all of a few, else how many. */
export const sayIds = (ids: readonly string[]): string =>
  ids.length <= 3 ? ids.join(', ') : text('IdCount', { count: ids.length })
