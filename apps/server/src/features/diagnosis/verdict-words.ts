import type { Finding, SourceOfDiagnosis, Step, Symptom, Verdict } from '@support-console/contract'
import { pageOf } from '@support-console/contract'
import { ask } from './check.ts'
import type { Facts } from './facts.ts'
import { durationInWords, inWords, within } from './in-words.ts'
import type { Judged } from './judged.ts'
import { silentSince } from './silent-since.ts'
import { sayFailed } from './sources.ts'
import { findSilenceStart, hasSession, isCutOff, type Observed } from './symptom.ts'

/** What a verdict is said of. */
interface Said {
  causes: readonly Judged[]
  open: readonly Judged[]
  observed: Observed
  isSilence: boolean
  /** It is known when the first cause began, as far as that matters. */
  isDated: boolean
  state: Verdict['state']
  waitingFor: readonly SourceOfDiagnosis[]
  failed: readonly SourceOfDiagnosis[]
  facts: Facts
  count: number
  isAllKnown: boolean
}

const names = (sources: readonly SourceOfDiagnosis[]) =>
  inWords([...new Set(sources.map(({ source }) => source))])

/** To be read out: what is the cause, or why none is known, and who is still missing. */
export function sentenceOf(said: Said): string {
  const { state, causes, waitingFor, failed } = said
  const asking = waitingFor.length > 0 ? ` Still asking ${names(waitingFor)}.` : ''
  const [first, second] = causes.map(({ finding }) => causeSentence(finding, said))
  if (first !== undefined) {
    const soFar = state === 'so-far' ? ' so far' : ''
    const both = `${opening(said)}${soFar}: ${within(first)}; and ${within(second ?? '')}.`
    const one = soFar ? `So far: ${within(first)}.` : first
    const whole = `${second === undefined ? one : both}${soFar && asking}`
    const isOpen = state === 'likely' || state === 'to-mend'
    const missing = isOpen ? failed.map(sayFailed).slice(0, 2) : []
    if (state === 'likely' && !said.isDated && missing.length === 0) missing.push('Since when is not known.')
    return [whole, ...missing].join(' ')
  }
  return sentenceWithout(said, asking)
}

/** Where no cause is known: why not. */
function sentenceWithout(
  { state, observed, isSilence, failed, count, open, facts, isAllKnown }: Said,
  asking: string,
): string {
  const ofPanel = facts.cloudId !== null
  const found = isSilence ? 'Nothing found so far explains it.' : 'Nothing wrong was found so far.'
  if (state === 'so-far') return `${found}${asking}`
  if (state === 'unexplained')
    return `No cause found. ${isAllKnown ? 'All checks answered.' : 'Every check that could explain it has answered.'}`
  if (state === 'fine')
    return `${ofPanel ? observed.sentence : 'Nothing is wrong.'} All ${count} checks answered.`
  const missing = failed.length > 0 ? failed.map(sayFailed) : open.slice(0, 1).map(notKnown)
  const gist = isSilence
    ? 'Nothing that is known explains it.'
    : 'Nothing wrong was found, but not all is known.'
  const isUnseen = ofPanel && (observed.symptom === 'not-known' || findSilenceStart(facts) !== null)
  return [isUnseen ? observed.sentence : gist, ...missing.slice(0, 2)].join(' ')
}

const notKnown = ({ finding }: Judged) => finding.sentence

const opening = ({ state, isSilence }: Said) =>
  isSilence && state !== 'cause' && state !== 'so-far' ? 'Two possible causes' : 'Two problems'

/** The cause with its distance from the silence, where both are known. */
function causeSentence({ sentence, since, scope }: Finding, { observed, isSilence }: Said): string {
  const silence = observed.since
  const isOwn = scope.kind === 'sim' || scope.kind === 'panel'
  if (!isSilence || !isOwn || !since || !silence || since.known !== 'told') return sentence
  const apart = Date.parse(silence.at) - Date.parse(since.at)
  if (apart < 0 || apart > 48 * 3600_000 || sentence.includes('. ')) return sentence
  const distance = apart < 1000 ? 'just' : durationInWords(apart)
  return `${sentence.replace(/\.$/, '')}, ${distance} before the panel fell silent.`
}

export function secondOf({ state, causes, observed, isSilence, facts }: Said): string {
  if (state === 'so-far') return 'The answer may still change.'
  const more = causes.length > 2 ? `And ${causes.length - 2} more.` : ''
  if (facts.cloudId === null) return more
  if (state === 'fine' || (observed.symptom === 'not-known' && causes.length === 0)) return more
  return [isSilence || causes.length > 0 ? observed.sentence : '', more].filter(Boolean).join(' ')
}

/** What to do about a cause: its own step, or the first page that leads away from this one. */
export function stepOf({ step, finding: { next } }: Judged, { cloudId, iccid }: Facts): Step | null {
  if (step) return step
  const own = cloudId === null ? pageOf('sim', iccid ?? '') : pageOf('panel', cloudId)
  const away = next.find(({ path }) => path !== own)
  return away ? { text: `${away.text}.`, go: away, copy: null } : null
}

/** What to do where no cause is known. */
export function elseStep(
  state: Verdict['state'],
  failed: readonly SourceOfDiagnosis[],
  facts: Facts,
  symptom: Symptom,
): Step | null {
  const lookAgainAt = state === 'unexplained' && restartedBy(facts)
  if (lookAgainAt) return ask(`Wait: a restart takes some minutes. Look again at ${lookAgainAt}.`)
  if (state === 'unexplained')
    return ask(symptom === 'refused' ? toReceiver : hasSession(facts) ? toInstallerConnected : toInstaller)
  const refused = failed.find((source) => source.state === 'refused')
  if (refused) return ask(`Tell the administrator: ${sayFailed(refused)}`)
  if (state === 'not-known' && failed.some((source) => source.state === 'not-shown'))
    return ask(failed.find((source) => source.state === 'not-shown')?.why ?? '')
  const silentAt = state === 'not-known' && findSilenceStart(facts)
  if (silentAt) return ask(`Look again at ${wholeMinute(Date.parse(silentAt))}.`)
  if (state === 'not-known' && facts.cloudId !== null && isCutOff(facts)) return ask('Refresh in a minute.')
  return state === 'not-known' ? ask('Refresh in a minute.') : null
}
/** Who left just now may be restarting: when that would be over; null: it is, or the panel left long ago. */
function restartedBy(facts: Facts): string | null {
  const left = silentSince(facts)
  const end = left === undefined ? 0 : Date.parse(left) + restartMs
  return end > Date.parse(facts.now) ? wholeMinute(end) : null
}
const wholeMinute = (at: number): string => new Date(Math.ceil(at / 60_000) * 60_000).toISOString()
const restartMs = 10 * 60_000

const toReceiver =
  'Ask the operators of the CSR server why it refuses the messages: the panel or its account may be missing there.'
const toInstaller = 'Ask the installer to check power and antenna, then restart the panel.'
const toInstallerConnected = 'Ask the installer to restart the panel, and to send a test report.'
