import type { SearchKind } from '@support-console/contract/identifiers'
import { mainIdentifier } from '@support-console/contract/identifiers'
import { api } from '../../api/index.ts'

/** Notes for its reader's list of recent things that he went to one (D38). Nothing waits for it, and nothing is lost with it. */
export function noteVisit(kind: SearchKind, id: string): void {
  // An address may say anything.
  if (mainIdentifier(kind, id) === undefined) return
  api('POST /search/v1/recent', { body: { kind, id } }).catch(() => {
    // The list of recent things lacks one: the screens tell where the server is away.
  })
}

/** The thing that an address of ours shows, if it is one of its own. */
export function thingAt(address: URL): { kind: SearchKind; id: string } | undefined {
  const { pathname, searchParams } = address
  const one = (name: string, kind: SearchKind) => {
    const id = searchParams.get(name)?.trim()
    return id && !/[\s,]/.test(id) ? { kind, id } : undefined
  }
  const company = /^\/company\/update\/(\d+)/.exec(pathname)?.[1]
  if (company) return { kind: 'company', id: company }
  switch (pathname) {
    case '/sim-detail':
    case '/simmanagement':
      return one('simId', 'sim')
    case '/panel-management':
      return searchParams.get('by') === 'cloudId' ? one('ids', 'panel') : undefined
    case '/csr-management':
      return one('history', 'csr')
    case '/wc-metrics':
      return one('container', 'container')
    case '/user-management':
      return one('email', 'person')
    case '/user-action-detail':
      return one('txid', 'transaction')
    default:
      return undefined
  }
}
