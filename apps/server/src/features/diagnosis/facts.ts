import {
  type BatchRowState,
  type CompanyColumns,
  type Environment,
  factRights,
  type NetworkModel,
  type PanelConnection,
  type Permission,
  type SimDetail,
  type VendorCode,
  type verdictRights,
  type WebConnectMetric,
} from '@support-console/contract'
import type { ObservedChange } from '../../platform/observations/observations.store.ts'

/**
 * One thing that is known, or why it is not. `at`: when it was so, or was asked for (UTC, ISO 8601); null: no time is known.
 */
export type Fact<Value> =
  | { is: 'known'; value: Value; source: string; at: string | null }
  /** Asked, and not answered yet. */
  | { is: 'waiting'; source: string; at: string | null }
  /** `why`: a sentence. */
  | { is: 'unanswered'; source: string; at: string | null; why: string }
  /** The reader may not read it. */
  | { is: 'withheld'; source: string; at: null; why: string }

export type Known<Value> = Extract<Fact<Value>, { is: 'known' }>

/** What a system says of a SIM; what it was not asked for is absent, what it does not know is empty. */
export type SaidOfSim = Partial<
  Record<
    | 'deviceStatus'
    | 'rawStatus'
    | 'imei'
    | 'ipAddress'
    | 'realIp'
    | 'natIp'
    | 'onlineStatus'
    | 'sapCompanyId'
    | 'companyName',
    string
  >
>

/** How other SIMs fared at a carrier of late. */
export interface Pulse {
  answered: number
  failed: number
  /** The first of these failures; null: there is none. */
  failedSince: string | null
}

interface PanelFacts {
  companyName: string
  companySapNumber: string
  /** Empty: it is in no Remote Portal. */
  remoteId: string
  services: readonly { serviceName: string; activated: boolean }[]
  /** Empty: not known. */
  physicalId: string
  /** Its SIMs by the inventory: one in service first. */
  sims: readonly string[]
}

/** Null: there is none. */
export interface FactValues {
  panel: PanelFacts | null
  /** `receivedAt`: the last that it sent, where it is known. */
  connection: (PanelConnection & { receivedAt: string | null }) | null
  /** Of the panel's connection. */
  container: WebConnectMetric | null
  /** Whether management is disabled there; null: the Remote Portal does not know the panel. */
  portal: boolean | null
  environment: Environment | null
  /** Of the last two days on any server, the newest first. */
  deployments: readonly {
    server: string
    toRelease: string
    state: string
    begunAt: string
    endedAt: string | null
  }[]

  sim: {
    vendorCode: VendorCode | null
    deactivatedAt: string | null
    companyName: string
    sapCompanyId: string
  } | null
  /** Whether it may be given to a panel. */
  usability: boolean | null
  /** No secret: only whether there is one. */
  vpn: {
    own: NetworkModel | null
    company: NetworkModel | null
    has: Readonly<Record<'gateway' | 'user name' | 'password', boolean>>
  } | null
  /** The SIM's. */
  company:
    | (Pick<
        CompanyColumns,
        'usage_monitoring_enabled' | 'alert_threshold_percent' | 'warning_threshold_percent'
      > & {
        subnets: readonly string[]
      })
    | null
  /** The last order to deactivate it. */
  deactivation: { state: BatchRowState; note: string; at: string } | null
  /** The lines of its last billed month within the last three. */
  billing: { year: number; month: number; lines: readonly { plan: string; bytes: number }[] } | null
  pulse: Pulse
  /** What the systems' words on it were before, and since when they say what they say. */
  changes: readonly ObservedChange[]
  /** The panels that have a session with it, as WebConnect was last seen. */
  seenIn: readonly { cloudId: string; container: string; since: string }[]
  carrier: SaidOfSim | null
  mobileBroker: SaidOfSim | null
  connector: SaidOfSim | null
}
export type FactName = keyof FactValues

/** All that a diagnosis goes by. */
export type Facts = { [Name in FactName]: Fact<FactValues[Name]> } & {
  /** Null: a SIM was asked for. */
  cloudId: string | null
  /** Null: the panel has none. */
  iccid: string | null
  now: string
  host: Environment
  silentMinutes: number
  /** A look at a container that is older than this says nothing of now; in milliseconds. */
  staleAfterMs: number
}

/** Who tells a fact, and what it takes to be told it. */
const tellers = {
  panel: ['Inventory', factRights.panel],
  connection: ['WebConnect', factRights.session],
  container: ['WebConnect', factRights.session],
  portal: ['Remote Portal', factRights.panel],
  environment: ['Pathfinder', factRights.environment],
  deployments: ['Console', factRights.deployment],
  sim: ['Inventory', factRights.sim],
  usability: ['Inventory', factRights.usability],
  vpn: ['Inventory', factRights.vpnAccount],
  company: ['Inventory', factRights.company],
  deactivation: ['Console', factRights.deactivation],
  billing: ['Billing lines', factRights.sim],
  pulse: ['Console', factRights.sim],
  changes: ['Console', factRights.sim],
  seenIn: ['WebConnect', factRights.session],
  carrier: ['Carrier', factRights.sim],
  mobileBroker: ['MobileBroker', factRights.sim],
  connector: ['Connector', factRights.sim],
} as const satisfies Record<FactName, readonly [source: string, right: (typeof verdictRights)[number]]>

export const factNames = Object.keys(tellers) as FactName[]
export const sourceOf = (name: FactName): string => tellers[name][0]
export const rightOf = (name: FactName): Permission => tellers[name][1]

/** The three that are asked live of a SIM, by the names of its comparison. */
export const simSourceFacts = {
  carrier: 'vendor',
  mobileBroker: 'mobileBroker',
  connector: 'connector',
} as const
export type SimSourceFact = keyof typeof simSourceFacts
export const isSimSource = (name: FactName): name is SimSourceFact => name in simSourceFacts

/** What a source of the comparison says, of what is judged here. */
export function saidOf(detail: SimDetail, name: SimSourceFact): SaidOfSim | null {
  const { vendorSimData, mobileBrokerSimData, connectorSimData } = detail
  return { carrier: vendorSimData, mobileBroker: mobileBrokerSimData, connector: connectorSimData }[name]
}

/** The value; undefined: it is not known, or not yet. */
export const knownOf = <Value>(fact: Fact<Value>): Value | undefined =>
  fact.is === 'known' ? fact.value : undefined
