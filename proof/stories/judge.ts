import { type Diagnosis, type FindingCode, panelFindingCodes } from '@support-console/contract'
import type { EventKind } from '../../apps/field/src/world/events.ts'
import type { Truth } from '../../apps/field/src/world/truth.ts'

/** Which findings name an event; absent: none can, and of one panel 'unexplained' is right. */
const named: Readonly<Partial<Record<EventKind, readonly FindingCode[]>>> = {
  'carrier.suspended': ['sim-not-active'],
  'carrier.deactivated': ['sim-not-active'],
  'carrier.plan-exceeded': ['sim-offline', 'sim-usage'],
  'carrier.region-down': ['sim-offline', 'carrier-trouble'],
  'carrier.apn-down': ['sim-offline', 'carrier-trouble'],
  'panel.power-lost': ['sim-offline'],
  'place.power-lost': ['sim-offline'],
  'panel.radio-lost': ['sim-offline'],
  'panel.sim-swapped': ['sim-imei', 'panel-other-sim', 'sim-offline'],
  'panel.moved': ['panel-environment'],
  'pathfinder.changed': ['panel-environment'],
  'container.stopped': ['container-down'],
  'container.deaf': ['container-silent'],
  'receiver.core-down': ['receiver-down'],
  'receiver.release': ['receiver-down', 'receiver-deployed'],
  'vpn.account-refused': ['sim-vpn-account'],
}
/** Who tells of an event; where it does not answer, no one can know. */
const tellers: Readonly<Partial<Record<EventKind, string>>> = {
  'receiver.core-down': 'CSR agent',
  'receiver.release': 'CSR agent',
  'pathfinder.changed': 'Pathfinder',
  'panel.moved': 'Pathfinder',
}
/** Who was cut off for less than so long, in milliseconds, may be between two of its reports. */
const youngMs = 5 * 60_000
/** From so many panels on an event is a common cause. */
const fewestTogether = 5

/** All that is right to say of an event, or of one that all sources tell alike. */
function codesOf(kind: EventKind, panels: number): Set<string> {
  if (panels < fewestTogether) return new Set(named[kind] ?? ['unexplained'])
  // That its SIM is not in session is a symptom of what many share: anyone who hears that alone drives there in vain.
  const own = named[kind]?.filter((code) => code !== 'sim-offline') ?? []
  return new Set([...own, 'common-cause'])
}

export interface Judgement {
  story: string
  at: string
  truth: Truth
  said: string
  state: Diagnosis['verdict']['state']
  isRight: boolean
  /** Whether any source that answered has told of it by then, and for longer than between two reports. */
  canBeKnown: boolean
  sentence: string
  /** Sources that did not answer. */
  failed: readonly string[]
  /** Nothing missed: the share of what was said that is so; else 0. */
  asSet: number
  /** A `cause` that is not so. */
  isFalse: boolean
  isWronglyFine: boolean
  isGrounded: boolean
  arms: Record<'commonest' | 'first red' | 'carrier', string>
  right: ReadonlySet<string>
}

export function judge(
  story: string,
  at: string,
  truth: Truth,
  { verdict, findings, sources }: Diagnosis,
): Judgement {
  const kinds = truth.cause ? [truth.cause.what, ...truth.alike] : []
  const right = new Set(kinds.flatMap((kind) => [...codesOf(kind, truth.cause?.panels ?? 0)]))
  const so = new Set([...right, ...truth.masked.flatMap(({ what, panels }) => [...codesOf(what, panels)])])
  const said = verdict.causes.map(({ code }) => code as string)
  const first = said[0] ?? verdict.state
  const wrong = panelFindingCodes.filter((code) =>
    findings.some((finding) => finding.code === code && finding.state === 'wrong'),
  )
  // What no source tells is not known, either, while one of them does not answer.
  const isOpen = findings.some(({ state }) => state === 'unknown') || verdict.failed.length > 0
  const isRight = right.has(first) || (right.has('unexplained') && first === 'not-known' && isOpen)
  const isYoung = Date.parse(at) - Date.parse(truth.since ?? at) < youngMs
  const teller = truth.cause && tellers[truth.cause.what]
  const isUntold =
    sources.some(({ source, state }) => source === teller && state === 'no-answer') ||
    (teller === 'CSR agent' &&
      findings.some(({ code, state }) => code === 'receiver-down' && state === 'unknown'))
  const cause = findings.find(({ code }) => code === first)
  return {
    ...{ story, at, truth, said: first, state: verdict.state, isRight, right },
    canBeKnown: truth.canBeKnown && !isYoung && !isUntold,
    ...{ sentence: verdict.sentence, failed: verdict.failed.map(({ source }) => source) },
    asSet: !said.some((code) => right.has(code)) && !isRight ? 0 : precisionOf(said, so),
    isFalse: verdict.state === 'cause' && !so.has(first),
    isWronglyFine: verdict.state === 'fine' && !isYoung,
    isGrounded: [cause?.since?.at, ...(cause?.evidence ?? verdict.evidence).map(({ at }) => at)].some(
      (time) => time != null && time <= endOfMinute(verdict.since?.at ?? truth.since ?? ''),
    ),
    arms: {
      commonest: 'common-cause',
      'first red': wrong[0] ?? 'unexplained',
      carrier: wrong.find((code) => code === 'sim-not-active' || code === 'sim-offline') ?? 'unexplained',
    },
  }
}

const precisionOf = (said: readonly string[], so: ReadonlySet<string>): number =>
  said.length === 0 ? 1 : said.filter((code) => so.has(code)).length / said.length

const endOfMinute = (iso: string): string =>
  iso === '' ? '' : new Date(Date.parse(iso) + 60_000).toISOString()
