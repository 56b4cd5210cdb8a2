import { carrierNames } from './carriers.ts'
import type { OutageScope } from './faults.words.ts'
import type { Permission } from './permissions.ts'
import { agentSource } from './receivers.words.ts'

/**
 * What it takes to be told a fact, whichever answer has it (D45): the right of the call that is there to give it. What puts one
 * into an answer asks `user.may` by this table. What links things, an ICCID, a cloud ID, a company's name and SAP number, is
 * told with the link. Imports no schema, so that the console can carry it.
 */
export const factRights = {
  /** How many of them a company has. */
  simsOfCompany: 'sim-information.read',
  panelsOfCompany: 'panels.read',
  /** Users of the Remote Portal. */
  usersOfCompany: 'users.read',

  /** What the inventory has of a SIM, and what was observed of it. */
  sim: 'sim-information.read',
  /** Whether a SIM may be given to a panel again. */
  usability: 'sim-management.read',
  vpnAccount: 'sim-management.read',
  /** Orders to deactivate SIMs, in batches or alone. */
  deactivation: 'sim-management.read',
  simActivity: 'sim-activity.read',

  /** What the inventory has of a panel. */
  panel: 'panels.read',
  /** What WebConnect told: sessions of panels, with their containers, addresses and SIMs. */
  session: 'webconnect.read',
  /** What Pathfinder told: where a panel points, and the IDs that it knows it by. */
  environment: 'panel-environment.read',

  /** A company and how it is set up. */
  company: 'companies.read',
  deployment: 'csr.read',
  /** The audit trail: what people did, in the words of their screens (D16). */
  userAction: 'user-actions.read',
} as const satisfies Record<string, Permission>

/** What telling of an outage of some scopes takes beside `session`: their things are told by other facts. */
export const outageRights: Readonly<Partial<Record<OutageScope, Permission>>> = {
  csr: factRights.deployment,
  firmware: factRights.panel,
  'network-model': factRights.company,
  'vpn-endpoint': factRights.company,
}

/** All that a verdict of a diagnosis may go by. */
export const verdictRights = [
  factRights.panel,
  factRights.session,
  factRights.environment,
  factRights.deployment,
  factRights.sim,
  factRights.usability,
  factRights.vpnAccount,
  factRights.company,
  factRights.deactivation,
] as const

/** What each neighbour tells, by its name. 'AT&T session' and 'Pathfinder test' are a part of what AT&T and Pathfinder tell. */
const sources: ReadonlyMap<string, Permission> = new Map([
  ...Object.values(carrierNames).map((name) => [name, factRights.sim] as const),
  ['MobileBroker', factRights.sim],
  ['Connector', factRights.sim],
  ['Remote Portal', factRights.panel],
  ['WebConnect', factRights.session],
  ['Pathfinder', factRights.environment],
  [agentSource, factRights.deployment],
])

/** What it takes to be told how a neighbour answers; undefined: no one is told. */
export const rightOfSource = (name: string): Permission | undefined => sources.get(name)

/** Matches the sources whose words may be read by anyone who has these rights. One that is not listed above is told to no one. */
export function readableSources(may: (permission: Permission) => boolean): RegExp {
  const names = [...sources].flatMap(([name, right]) => (may(right) ? [name] : []))
  return new RegExp(`^(?:${names.join('|')})(?: |$)`)
}
