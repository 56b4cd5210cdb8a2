import { addresses } from './addresses.ts'
import type { Permission } from './permissions.ts'

/**
 * The lists whose filters, order and columns are kept under a name: where each is, what it takes to read it, and what its address
 * says of it (D25). A name that is taken out here is a filter that older views have lost. Imports no schema.
 */
export const viewLists = {
  companies: { at: () => addresses.companies(), permission: 'companies.read', names: ['search'] },
  panels: { at: () => addresses.panels(), permission: 'panels.read', names: ['by', 'ids'] },
  simActivity: {
    at: () => addresses.simActivity(),
    permission: 'sim-activity.read',
    names: ['simId', 'from', 'to', 'allTime', 'status', 'carrier'],
  },
  auditTrail: {
    at: () => addresses.auditTrail(),
    permission: 'user-actions.read',
    names: ['email', 'text', 'from', 'to', 'allTime', 'actionPage', 'hideRobot', 'changesOnly'],
  },
  users: { at: () => addresses.users(), permission: 'users.read', names: ['email'] },
  csr: { at: () => addresses.csr(), permission: 'csr.read', names: [] },
  webconnect: { at: () => addresses.webconnect(), permission: 'webconnect.read', names: [] },
  // As `fleetFilterNames` has them, whose findings no other list needs.
  fleet: {
    at: () => addresses.fleet(),
    permission: 'fleet.read',
    names: [
      ...['by', 'finding', 'company', 'carrier', 'csr', 'since', 'stand', 'cause'],
      ...['not-finding', 'not-company', 'not-carrier', 'not-csr', 'not-since'],
    ],
  },
} as const satisfies Record<string, { at: () => string; permission: Permission; names: readonly string[] }>

export type ViewListName = keyof typeof viewLists
export const viewListNames = Object.keys(viewLists) as ViewListName[]

/** In every list: order, and the columns that are left out, by their keys. */
const ofEach = ['sort', 'direction', 'without'] as const

export const longestViewName = 60
export const longestViewQuery = 4000

/** What of a query belongs to a view of this list, in one order; and the names that the list does not know. */
export function readViewQuery(list: ViewListName, query: string): { query: string; lost: string[] } {
  const names: readonly string[] = [...viewLists[list].names, ...ofEach]
  const given = [...new URLSearchParams(query)].filter(([, value]) => value !== '')
  const known = given.filter(([name]) => names.includes(name))
  const lost = given.filter(([name]) => !names.includes(name)).map(([name]) => name)
  return { query: new URLSearchParams(known).toString(), lost: [...new Set(lost)] }
}

/** Where a view is shown; `view` says which it is. */
export const addressOfView = (view: { list: ViewListName; query: string; viewId: string }): string => {
  const query = new URLSearchParams(view.query)
  query.set('view', view.viewId)
  return `${viewLists[view.list].at()}?${query}`
}
