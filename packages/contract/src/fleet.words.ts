import { type VendorCode, vendorCodes } from './carriers.ts'
import type { FindingCode } from './diagnosis.words.ts'
import { factRights } from './fact-rights.ts'
import type { Permission } from './permissions.ts'

/** Words and limits of the fleet: what is wrong before anybody calls. No schemas, so that the console can carry it. */

interface FindingFacts {
  readonly thing: 'sim' | 'panel' | 'csr'
  /** Without all of these it is neither told nor counted (D45). */
  readonly rights: readonly Permission[]
}

const { sim, panel, session, environment, company, deployment } = factRights

/** What the fleet finds, in the order of its page. */
export const fleetFindings = {
  /** Active at its carrier, and deactivated here. */
  'still-billed': { thing: 'sim', rights: [sim] },
  /** Active here, and deactivated at its carrier, or not known there. */
  'gone-there': { thing: 'sim', rights: [sim] },
  'no-company': { thing: 'sim', rights: [sim] },
  /** In no panel, by the inventory and by what WebConnect told. */
  'no-panel': { thing: 'sim', rights: [sim] },
  /** WebConnect saw it in another panel than the inventory says. */
  'other-panel': { thing: 'sim', rights: [sim, session] },
  'imei-changed': { thing: 'sim', rights: [sim] },
  'over-threshold': { thing: 'sim', rights: [sim, company] },
  silent: { thing: 'panel', rights: [panel, session] },
  /** It had a session, and has none for longer than panels take to begin another. */
  'not-connected': { thing: 'panel', rights: [panel, session] },
  /** No container has told of it since the console listens. */
  'never-connected': { thing: 'panel', rights: [panel, session] },
  /** It points to another environment than its host. */
  'other-environment': { thing: 'panel', rights: [panel, environment] },
  /** Management is disabled in the Remote Portal for long. */
  'disabled-for-long': { thing: 'panel', rights: [panel] },
  flapping: { thing: 'panel', rights: [panel, session] },
  /** Another release than most CSR servers run, by their agents' words. */
  'off-release': { thing: 'csr', rights: [deployment] },
  'in-error': { thing: 'csr', rights: [deployment] },
  /** By its agent's word: another release than the one that was ordered last. */
  'other-release': { thing: 'csr', rights: [deployment] },
  'core-down': { thing: 'csr', rights: [deployment] },
  'does-not-answer': { thing: 'csr', rights: [deployment] },
} as const satisfies Record<string, FindingFacts>

export type FleetFindingKind = keyof typeof fleetFindings
export const fleetFindingKinds = Object.keys(fleetFindings) as FleetFindingKind[]

/** The findings that may be told to a reader with these rights (D45). */
export const readableFindings = (may: (permission: Permission) => boolean): FleetFindingKind[] =>
  fleetFindingKinds.filter((kind) => fleetFindings[kind].rights.every(may))

/** `once`: seen by one reading, and not counted before a second one; `counts`; `expected`: known for good, and not counted. */
export const fleetStands = ['counts', 'once', 'expected'] as const
type FleetStand = (typeof fleetStands)[number]

/** How long ago a finding was first seen, at most. */
export const fleetSinces = { day: 1, week: 7, month: 30, year: 365 } as const
type FleetSince = keyof typeof fleetSinces

/** Findings that are a panel's not working: their cause is an outage, or what a check found. */
export const fleetSilences = ['not-connected', 'silent', 'flapping'] as const satisfies FleetFindingKind[]

/** A thing stands once, with the first of its findings: what stops it comes before what is to be mended. */
export const fleetOrder: readonly FleetFindingKind[] = [
  ...fleetSilences,
  'core-down',
  'does-not-answer',
  'in-error',
  'other-release',
  'off-release',
  'gone-there',
  'other-environment',
  'disabled-for-long',
  'never-connected',
  'still-billed',
  'other-panel',
  'no-company',
  'no-panel',
  'imei-changed',
  'over-threshold',
]

/** Findings that are what a check of the diagnosis finds, so that both are one cause, with one word. */
export const checkOfFinding = {
  'other-environment': 'panel-environment',
  'disabled-for-long': 'panel-management',
  'imei-changed': 'sim-imei',
  'over-threshold': 'sim-usage',
} as const satisfies Partial<Record<FleetFindingKind, FindingCode>>

/** How the things of the fleet stand together: one row a cause, a company or a carrier, or each alone. */
export const fleetGroupings = ['cause', 'company', 'carrier', 'thing'] as const
export type FleetGrouping = (typeof fleetGroupings)[number]

/**
 * What the things of a row have in common, as text: 'outage container webconnect-3', 'check sim-not-active ATT suspended',
 * 'unexplained', 'finding no-panel', 'company 7', 'carrier none'. `not-looked-at`: they do not report, and no check has looked for the
 * cause since they stopped. `not-shown`: the reader may not be told what one found.
 */
export const fleetCauseKinds = [
  'outage',
  'check',
  'unexplained',
  'not-known',
  'not-looked-at',
  'not-shown',
  'finding',
  'company',
  'carrier',
] as const
type FleetCauseKind = (typeof fleetCauseKinds)[number]

/** The parts of such a text. */
export function readFleetCause(text: string): { kind: FleetCauseKind; parts: string[] } | undefined {
  const [first, ...parts] = text.split(' ')
  const kind = fleetCauseKinds.find((name) => name === first)
  return kind && { kind, parts }
}

export const fleetSorts = ['things', 'since', 'thing', 'company', 'carrier'] as const
export type FleetSort = (typeof fleetSorts)[number]

/** Hours of a row's bars. */
export const fleetHours = 24

/** Rows of a page. */
export const fleetPageRows = 50
/** So many companies at most can be chosen from, those with the most findings. */
export const mostFleetCompanies = 200

/** How a carrier's part of a sweep stands. */
export const sweepLaneStates = ['waiting', 'running', 'paused', 'finished'] as const
/** `paused`: its hours are over, or a carrier does not answer; it goes on in the next ones. */
export const sweepStates = ['running', 'paused', 'stopped', 'finished'] as const
export type SweepState = (typeof sweepStates)[number]

/**
 * What a list of the fleet is narrowed by. In an address and in a call the same text: `finding=no-panel&carrier=ATT&not-company=12`.
 * Values of one name are alternatives: `company=12,15`.
 */
export interface FleetFilter {
  finding?: readonly FleetFindingKind[] | undefined
  company?: readonly number[] | undefined
  carrier?: readonly VendorCode[] | undefined
  /** CSR servers: themselves, and the panels that report to them. */
  csr?: readonly string[] | undefined
  since?: readonly FleetSince[] | undefined
  stand?: readonly FleetStand[] | undefined
  /** 'outage container webconnect-3': what one row stands for. */
  cause?: readonly string[] | undefined
  not: Omit<FleetFilter, 'not' | 'stand' | 'cause'>
}

/** A part of a filter that says nothing to us, and was left out. What is then asked is wider, so no action takes it. */
export interface LeftOut {
  name: string
  value: string
  why: 'unknown-name' | 'unknown-value' | 'gone'
}

const readers = {
  finding: (text: string) => fleetFindingKinds.find((kind) => kind === text),
  company: (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  carrier: (text: string) => vendorCodes.find((code) => code === text),
  csr: (text: string) => (/^[\w.-]{1,60}$/.test(text) ? text : undefined),
  since: (text: string) => (Object.keys(fleetSinces) as FleetSince[]).find((since) => since === text),
  stand: (text: string) => fleetStands.find((stand) => stand === text),
  cause: (text: string) => (text.length <= 120 && readFleetCause(text) ? text : undefined),
} as const
const reversible: readonly string[] = ['finding', 'company', 'carrier', 'csr', 'since']
/** What an address may say of the filter. */
export const fleetFilterNames: readonly string[] = [
  ...Object.keys(readers),
  ...reversible.map((name) => `not-${name}`),
]
/** Values that may hold a comma. */
const whole: readonly string[] = ['cause']

/** Reads a filter as it stands in an address; what is not understood is named. */
export function readFleetFilter(text: string): { filter: FleetFilter; leftOut: LeftOut[] } {
  const read: Record<string, unknown[]> = {}
  const not: Record<string, unknown[]> = {}
  const leftOut: LeftOut[] = []
  for (const [given, values] of new URLSearchParams(text)) {
    const [name, into] = reversed(given) ? ([given.slice(4), not] as const) : ([given, read] as const)
    const reader = Object.hasOwn(readers, name) ? readers[name as keyof typeof readers] : undefined
    if (!reader) {
      leftOut.push({ name: given, value: values, why: 'unknown-name' })
      continue
    }
    for (const value of whole.includes(name) ? [values] : values.split(',')) {
      const as = reader(value)
      if (as === undefined) leftOut.push({ name: given, value, why: 'unknown-value' })
      else into[name] = [...new Set([...(into[name] ?? []), as])]
    }
  }
  return { filter: { ...(read as Omit<FleetFilter, 'not'>), not: not as FleetFilter['not'] }, leftOut }
}

/** 'not-company' */
const reversed = (name: string) => name.startsWith('not-') && reversible.includes(name.slice(4))

/** The same as a text, always in the same order. */
export function fleetFilterText({ not, ...filter }: FleetFilter): string {
  const asked = new URLSearchParams()
  for (const [prefix, of] of [['', filter] as const, ['not-', not] as const])
    for (const [name, values = []] of Object.entries(of).toSorted())
      for (const value of whole.includes(name) ? values : [values.join(',')])
        if (value !== '') asked.append(prefix + name, String(value))
  return asked.toString()
}
