import { addresses, type Outage, pageOf } from '@support-console/contract'
import { by, type Check, fine, goTo, ofPanel, told } from '../check.ts'
import { knownOf } from '../facts.ts'
import type { CommonCause, Counted } from '../shared-cause.ts'
import { silentSince } from '../silent-since.ts'
import { changeBefore } from './recent-change.ts'

/** Whether it is this panel, or what it shares with many that stopped together (docs/findings.md says by which tests). */
export const commonCause: Check = {
  code: 'common-cause',
  title: 'Common cause',
  mostly: 'stops',
  // Who is in it stopped in its minutes, as is known.
  acts: 'one by one',
  followsFrom: [],
  scope: ofPanel,
  applies: (facts) => silentSince(facts) !== undefined,
  needs: ({ commonCauses }) => [commonCauses],
  judge(facts) {
    const { commonCauses } = facts
    const causes = knownOf(commonCauses)
    if (causes === undefined) return undefined
    const [first, ...others] = causes
    if (!first) return fine('Only this panel stopped.')
    const { scope, id, name, back, stopped, at, elsewhere, isExcess } = first
    const pages = pagesOf(first)
    const [page] = pages
    const change = scope === 'company' ? changeBefore(facts) : undefined
    const isChanged = change?.kind === 'company' && change.transactionId !== null
    return {
      state: 'wrong',
      ...(isUntold(first) && { effect: 'may-stop' }),
      title: isExcess ? 'Many are silent' : 'Many stopped together',
      sentence: `${howMany(first)} ${isExcess ? 'are silent, the first of them since' : 'stopped together at'} ${at}. ${isChanged ? `${change.what.replace(/\.$/, '')} at ${change.at}${change.who ? ` by ${change.who}` : ''}.` : whatFollows(first)}`,
      evidence: [
        by(commonCauses, `Stopped: ${membersOf(first)}`, ofMembers(first)),
        by(commonCauses, 'Back since', `${back} of ${stopped}`),
        ...others.map((cause) => by(commonCauses, `Also stopped: ${membersOf(cause)}`, ofMembers(cause))),
        ...elsewhere.map((scope) => by(commonCauses, `${outsideOf(scope)} outside ${name}`, counted(scope))),
      ],
      since: told(at),
      ...(isOver(first, facts.now) && {
        refuted: `${count(first.back)} of the ${count(stopped)} are back since ${first.endedAt}, and this one is not.`,
      }),
      ...(isChanged && {
        changedBy: { transactionId: change.transactionId ?? '', who: change.who, at: change.at },
      }),
      scope: { kind: scope, id },
      ...(first.byMinute && { outage: outageOf(first, first.byMinute) }),
      ...(page && { next: pages }),
      step: page
        ? goTo(`${whoToTell(first)} One report is enough for all ${stopped}.`, page.text, page.path)
        : { text: `${whoToTell(first)} One report is enough for all ${stopped}.`, go: null, copy: null },
    }
  },
}

function outageOf(first: CommonCause, { from, counts }: { from: string; counts: readonly number[] }): Outage {
  const compared = [first, ...first.elsewhere].map(({ scope, name, stopped, members }) => ({
    ...{ name, kind: scope, stopped, members },
  }))
  return { outageId: first.outageId ?? null, from, counts: [...counts], compared }
}

/** A panel that is away for so long after the others came back is away by itself. */
const isOver = ({ endedAt }: CommonCause, now: string): boolean =>
  Boolean(endedAt) && Date.parse(now) - Date.parse(endedAt ?? '') > returnMs
const returnMs = 15 * 60_000

const count = (n: number) => n.toLocaleString('en-US')
const counted = ({ stopped, members }: Counted) => `${count(stopped)} of ${count(members)} stopped`
const ofMembers = (cause: CommonCause) =>
  `${count(cause.stopped)} of ${count(cause.members)}, ordinarily ${ordinarily(cause.ordinary)} in ten minutes`
const ordinarily = (usual: number) => (usual < 1 ? 'less than 1' : `about ${count(Math.round(usual))}`)

const members: Record<CommonCause['scope'], (name: string) => string> = {
  container: (name) => `panels of ${name}`,
  company: (name) => `panels of ${name}`,
  csr: (name) => `panels of ${name}`,
  carrier: (name) => `panels with SIMs of ${name}`,
  'sim-range': () => 'panels with SIMs of its range',
  firmware: (name) => `panels with firmware ${name}`,
  'network-model': (name) => `panels with network model ${name}`,
  'vpn-endpoint': (name) => `panels with VPN endpoint ${name}`,
  'same-time': () => 'panels of all WebConnect',
  webconnect: () => 'panels of all WebConnect',
}
const membersOf = ({ scope, name }: Pick<CommonCause, 'scope' | 'name'>): string => members[scope](name)
function outsideOf({ scope, name }: Counted): string {
  if (scope === 'webconnect') return 'All'
  return scope === 'sim-range' ? 'Its SIM range' : name
}

/** '218 of the 369 panels of webconnect-3', 'All 15 panels of Harbor Security'. */
const howMany = (cause: CommonCause): string =>
  cause.stopped === cause.members
    ? `All ${count(cause.members)} ${membersOf(cause)}`
    : `${count(cause.stopped)} of the ${count(cause.members)} ${membersOf(cause)}`

/** Ever more are lost, and not yet so many that Home tells it: one of them may have stopped by itself. */
const isUntold = ({ isExcess, outageId }: CommonCause) => isExcess === true && !outageId

function whatFollows(cause: CommonCause): string {
  if (cause.scope === 'same-time') return 'No source tells what they share.'
  return isUntold(cause) ? 'It is probably not this panel alone.' : 'It is not this panel.'
}

function whoToTell({ scope, name }: CommonCause): string {
  if (scope === 'same-time')
    return 'See where these panels are: power that is out in a town, or one radio cell, looks like this.'
  if (scope === 'firmware') return `See what is known of firmware ${name}.`
  if (scope === 'network-model') return `Tell the carriers that it is network model ${name}.`
  if (scope === 'vpn-endpoint') return `See whether VPN endpoint ${name} answers.`
  if (scope === 'container' || scope === 'webconnect') return 'Tell the operators of WebConnect.'
  if (scope === 'company') return `See what changed at ${name}.`
  if (scope === 'csr') return `See what happened on ${name}.`
  return `Tell ${name}.`
}

/** The outage's own page, and that of what its panels share. */
function pagesOf(cause: CommonCause) {
  const outage = cause.outageId && { text: 'Open the outage', path: addresses.outages(cause.outageId) }
  const shared = pageOfScope(cause)
  return [...(outage ? [outage] : []), ...(shared ? [shared] : [])]
}

function pageOfScope({ scope, id }: CommonCause) {
  if (scope === 'container') return { text: 'Open the container', path: pageOf('container', id) }
  if (scope === 'csr') return { text: 'Open the server', path: pageOf('csr', id) }
  return scope === 'company' ? { text: 'Open the company', path: pageOf('company', id) } : undefined
}
