import {
  type Diagnosis,
  type Finding,
  type FindingCode,
  type Hop,
  type HopKind,
  type HopState,
  isToMend,
} from '@support-console/contract'
import type { Facts } from './facts.ts'
import { type Own, owns } from './way-owns.ts'

/** Which hop a finding is about. */
const hopOf: Readonly<Record<FindingCode, HopKind>> = {
  'common-cause': 'panel',
  'panel-unknown': 'panel',
  'panel-company': 'panel',
  'company-switches': 'panel',
  'panel-services': 'panel',
  'panel-environment': 'portal',
  'panel-management': 'portal',
  'container-down': 'container',
  'container-clock': 'container',
  'container-silent': 'container',
  'receiver-down': 'receiver',
  'receiver-deployed': 'receiver',
  'recent-change': 'panel',
  'panel-nightly': 'panel',
  'panel-without-sim': 'sim',
  'panel-other-sim': 'sim',
  'sim-unknown': 'sim',
  'sim-listed-twice': 'sim',
  'sim-company': 'sim',
  'sim-unusable': 'sim',
  'sim-deactivation': 'carrier',
  'carrier-trouble': 'carrier',
  'sim-not-active': 'carrier',
  'sim-state-differs': 'sim',
  'sim-imei': 'sim',
  'sim-network-model': 'vpn',
  'sim-vpn-account': 'vpn',
  'sim-address': 'vpn',
  'sim-carrier-not-used': 'carrier',
  'sim-usage': 'carrier',
  'sim-offline': 'carrier',
}

/** Where a finding that may be about one of several is about this one. */
const hopOfScope: Readonly<Partial<Record<Finding['scope']['kind'], HopKind>>> = {
  sim: 'sim',
  container: 'container',
  webconnect: 'container',
  csr: 'receiver',
  carrier: 'carrier',
  'sim-range': 'carrier',
  'network-model': 'carrier',
  'vpn-endpoint': 'vpn',
}
const ofAnyScope: ReadonlySet<FindingCode> = new Set(['common-cause', 'recent-change'])

/** What is wrong at a hop, where that says more than the hop's own state. */
const wrongWords: Readonly<Partial<Record<FindingCode, string>>> = {
  'common-cause': 'many stopped together',
  'panel-without-sim': 'none known',
  'panel-other-sim': 'another SIM seen',
  'sim-unknown': 'not in inventory',
  'sim-listed-twice': 'listed twice',
  'sim-company': 'company differs',
  'sim-unusable': 'marked unusable',
  'sim-state-differs': 'sources disagree',
  'sim-imei': 'IMEI differs',
  'sim-network-model': 'network model differs',
  'sim-vpn-account': 'account incomplete',
  'sim-address': 'address differs',
  'container-down': 'does not answer',
  'container-clock': 'clock is wrong',
  'container-silent': 'others silent too',
  'receiver-down': 'in error',
  'receiver-deployed': 'release just before',
  'carrier-trouble': 'carrier is failing',
}

/**
 * The way of a signal (whole 3, and 5 for a SIM): each hop by its own source, with the first cause of each answer. It judges nothing:
 * what is wrong at a hop is what the findings say, and what is the cause is what the verdict says.
 */
export function wayOf(
  findings: readonly Finding[],
  verdict: Diagnosis['verdict'],
  facts: Facts,
): Diagnosis['way'] {
  const isOfPanel = facts.cloudId !== null
  const order = isOfPanel ? panelHops : simHops
  const hasCause = verdict.state === 'cause' || verdict.state === 'likely'
  // What reports, and has something to mend all the same, works.
  const isWell = verdict.state === 'to-mend' || verdict.symptom === 'reporting'
  const { symptom } = verdict
  const filled = verdict.causes
    .slice(0, mostAnswers)
    .filter((cause, at) => !isToMend(cause, { symptom, isFirst: at === 0 }))
  const causes = new Set(hasCause ? filled.map(({ code }) => code) : [])
  return order.flatMap((kind): Hop[] => {
    const own = owns[kind](facts, verdict, findings)
    if (!own) return []
    const about = findings.filter((finding) => kindOf(finding, isOfPanel) === kind)
    const codes = about.map(({ code }) => code)
    const at = own.at === undefined ? own.fact.at : own.at
    const { name = '', page = null, fact } = own
    return [{ kind, name, ...sayOf(own, about, { causes, isWell }), source: fact.source, at, codes, page }]
  })
}

/** The state of a hop, and its word: of what is wrong there the cause first. */
function sayOf(
  own: Own,
  about: readonly Finding[],
  { causes, isWell }: { causes: ReadonlySet<FindingCode>; isWell: boolean },
): Pick<Hop, 'state' | 'word'> {
  const wrong = about.filter(({ state }) => state === 'wrong')
  const cause = wrong.find(({ code }) => causes.has(code))
  const fault = isWell ? undefined : wrong.find(isFault)
  const state = cause ? 'cause' : (own.state ?? (fault ? 'broken' : stateOf(own, wrong)))
  if (state === 'asking' || state === 'not-shown') return { state, word: '' }
  const worst = cause ?? fault ?? wrong[0]
  const isSaid = worst !== undefined && state !== 'works' && state !== 'unknown'
  return { state, word: (isSaid && wrongWords[worst.code]) || own.word }
}

/** The answers of a verdict that are shown: each has one filled hop. */
const mostAnswers = 2
const panelHops = ['panel', 'sim', 'carrier', 'vpn', 'container', 'receiver', 'portal'] as const
const simHops = ['panel', 'sim', 'carrier', 'session', 'vpn'] as const

function kindOf({ code, scope }: Finding, isOfPanel: boolean): HopKind {
  if (code === 'sim-offline' && !isOfPanel) return 'session'
  return (ofAnyScope.has(code) && hopOfScope[scope.kind]) || hopOf[code]
}

/** What does not work: neither refuted, nor wrong beside what works. */
const isFault = ({ effect, refuted }: Finding): boolean => effect === 'stops' && refuted === null

function stateOf({ fact, word }: Own, wrong: readonly Finding[]): HopState {
  if (wrong.length > 0) return 'amiss'
  if (fact.is === 'withheld') return 'not-shown'
  if (fact.is === 'waiting') return 'asking'
  return fact.is !== 'known' || fact.isOld || word === '' ? 'unknown' : 'works'
}
