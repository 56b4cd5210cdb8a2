import {
  type BatchRowState,
  type Change,
  type CompanyColumns,
  type Environment,
  factRights,
  type NeighbourFailure,
  type NetworkModel,
  type PanelConnection,
  type Permission,
  type SimDetail,
  type VendorCode,
  type verdictRights,
  type WebConnectMetric,
} from '@support-console/contract'
import type { ObservedChange } from '../../platform/observations/observations.store.ts'
import type { CommonCause, Other } from './shared-cause.ts'

/**
 * One thing that is known, or why it is not. `at`: when it was so, or was asked for (UTC, ISO 8601); null: no time is known.
 */
export type Fact<Value> =
  | {
      is: 'known'
      value: Value
      source: string
      at: string | null
      /** It was said longer ago than it counts: it may be so no more. */
      isOld?: true
    }
  /** Asked, and not answered yet. */
  | { is: 'waiting'; source: string; at: string | null }
  /** `why`: a sentence. */
  | {
      is: 'unanswered'
      how: Unanswered
      source: string
      at: string | null
      why: string
      failure?: NeighbourFailure
    }
  /** The reader may not read it. */
  | { is: 'withheld'; source: string; at: null; why: string }

/** `refused`: the console's credentials, or the request. `unreadable`: or about another thing. */
export type Unanswered = 'no-answer' | 'refused' | 'unreadable' | 'not-asked'

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
    | 'companyName'
    /** When the state and the online status became what they are, as the source tells it; UTC, ISO 8601. */
    | 'changedAt'
    | 'onlineSince',
    string | undefined
  >
> & {
  /** Further records of the same SIM in the same answer: their states. */
  alsoListed?: readonly string[] | undefined
}

/** How other SIMs fared at a carrier of late. */
export interface Pulse {
  answered: number
  failed: number
  /** The first of these failures; null: there is none. */
  failedSince: string | null
}

/** Of a session, as its container told of it; null or empty: it did not. */
export interface SessionTimes {
  connectedAt: string | null
  /** The last that was sent to the panel, and that it sent. */
  sentAt: string | null
  receivedAt: string | null
  /** OK, NAK, TIMEOUT … */
  status: string
}

/** A change that is known here, and what reading it takes. */
export type KnownChange = Change & { right: Permission }

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
  /** When the inventory last changed it; null: not known. */
  updatedAt: string | null
  /** The CSR server that serves it; empty: not known. */
  receiver: string
}

/** Null: there is none. */
export interface FactValues {
  panel: PanelFacts | null
  /** With its session's own times and received status, where its container told them. */
  connection: (PanelConnection & SessionTimes & { seenUntil?: string | null }) | null
  /** Of the panel's connection. */
  container: WebConnectMetric | null
  /** Whether its container was looked at for this question; while it is, nothing is certain. */
  look: boolean
  /** How many containers there are, and how many did not answer at the last look. */
  containers: { all: number; failing: number }
  /** The panel's, with its switches for panels. */
  panelCompany: {
    companyId: number | null
    name: string
    webconnectMobileEnabled: boolean
    useConnectorService: boolean
    allowCBSAuthforClouldPanelConnections: boolean
  } | null
  /** Whether management is disabled there; null: the Remote Portal does not know the panel. */
  portal: boolean | null
  /** Where Pathfinder sends the panel, and since when; null: not told. */
  environment: { pointsTo: Environment; changedAt: string | null } | null
  /** Of the last two days on any server, the newest first. */
  deployments: readonly {
    server: string
    toRelease: string
    state: string
    begunAt: string
    endedAt: string | null
    /** Null: the reader may not read the trail. */
    email: string | null
    /** Null: it was not given by this console; it was seen. */
    transactionId: string | null
    /** How many panels reported to it when it was ordered, and after it ended; null: not known. */
    panelsBefore: number | null
    panelsAfter: number | null
    panelsBeforeAt: string | null
    panelsAfterAt: string | null
  }[]
  /**
   * Whose last deployment failed, and when it ended; null: not known. `core`: what its agent says since of its core, when it said so
   * last, and when it last said otherwise; `unheard`: it does not answer, or was never heard.
   */
  receiversInError: readonly {
    server: string
    since: string | null
    core: {
      is: 'down' | 'up' | 'unheard'
      at: string | null
      notAt: string | null
      reason: string
      panels: number
    } | null
  }[]
  /** Scopes of the panel in which many stopped together, the one that explains most first. */
  commonCauses: readonly CommonCause[]
  /** Of the first of them. */
  others: readonly Other[]
  /** How often the panel came back in each hour of late in which it did. */
  reconnects: readonly { hour: string; count: number }[]
  /** When it was away for half an hour and more, in the last days; null: it still is. The newest first. */
  absences: readonly { how: 'left' | 'silent'; beganAt: string; endedAt: string | null }[]
  /** What changed here before the silence, the newest first. */
  history: readonly KnownChange[]

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
    | ({ companyId: number; name: string } & Pick<
        CompanyColumns,
        'usage_monitoring_enabled' | 'alert_threshold_percent' | 'warning_threshold_percent'
      > & {
          subnets: readonly string[]
          /** Names of carriers. */
          mnvOsInUse: readonly string[]
        })
    | null
  /** The last order to deactivate it. */
  deactivation: { state: BatchRowState; note: string; at: string } | null
  /** What it used: of the present period where its carrier told that, else by the lines of its last billed month within three. */
  billing: {
    year: number
    month: number
    lines: readonly { plan: string; bytes: number }[]
    /** Of its carrier's present billing period, as that told it; absent: of a bill. */
    days?: { from: string; to: string }
  } | null
  pulse: Pulse
  /** What the systems' words on it were before, and since when they say what they say. */
  changes: readonly ObservedChange[]
  /** The panels that have a session with it, as WebConnect was last seen. */
  seenIn: readonly { cloudId: string; container: string; since: string }[]
  /** The same of the SIM that the inventory has in the panel. */
  ownSimIn: readonly { cloudId: string; container: string; since: string }[]
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
  /** Which role reading who changed something takes; null: it is shown. */
  whoNeeds: string | null
  /** The rights that the reader does not have, and which roles have them. */
  lacks: Readonly<Partial<Record<Permission, readonly string[]>>>
  /** A look at a container that is older than this says nothing of now; in milliseconds. */
  staleAfterMs: number
}

/** Who tells a fact, and what it takes to be told it. */
const tellers = {
  panel: ['Inventory', factRights.panel],
  connection: ['WebConnect', factRights.session],
  container: ['WebConnect', factRights.session],
  containers: ['WebConnect', factRights.session],
  look: ['WebConnect', factRights.session],
  panelCompany: ['Inventory', factRights.company],
  ownSimIn: ['WebConnect', factRights.session],
  portal: ['Remote Portal', factRights.panel],
  environment: ['Pathfinder', factRights.environment],
  deployments: ['Console', factRights.deployment],
  receiversInError: ['Console', factRights.deployment],
  commonCauses: ['WebConnect', factRights.session],
  others: ['Carrier', factRights.sim],
  reconnects: ['WebConnect', factRights.session],
  absences: ['WebConnect', factRights.session],
  // Each of them takes a right of its own besides.
  history: ['Console', factRights.sim],
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
