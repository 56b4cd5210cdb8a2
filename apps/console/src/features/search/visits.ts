import { addresses, patterns } from '@support-console/contract/addresses'
import type { SearchKind } from '@support-console/contract/identifiers'
import { mainIdentifier } from '@support-console/contract/identifiers'
import { matchPath } from 'react-router'
import { api } from '../../api/index.ts'

/** Notes for its reader's list of recent things that they opened one (D38). Nothing waits for it, and nothing is lost with it. */
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
  const form = matchPath(patterns.company, pathname)?.params.companyId
  if (form) return { kind: 'company', id: form }
  switch (pathname) {
    case addresses.simInformation():
    case addresses.simManagement():
      return one('simId', 'sim')
    case addresses.panels():
      return searchParams.get('by') === 'cloudId' ? one('ids', 'panel') : undefined
    case addresses.csr():
      return one('history', 'csr')
    case addresses.webconnect():
      return one('container', 'container')
    case addresses.users():
      return one('email', 'person')
    case addresses.auditTrail():
      return one('txid', 'transaction')
    default:
      return undefined
  }
}
