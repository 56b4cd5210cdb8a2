import type { TimelineStep, TransactionThing } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { ended } from '@support-console/contract/sentences'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { wordsOf } from '../../../kit/undertaking/index.ts'
import { culture } from '../../../texts/languages.ts'
import { text } from './texts.ts'

type Sim = TransactionThing['sims'][number]

/** How a transaction ended: in one line, with the reason where there is one, and the way to what failed. */
export interface Outcome {
  readonly state: 'ok' | 'error' | 'running' | 'unknown' | 'info'
  readonly sentence: string
  /** Why; empty: there is no more to say. */
  readonly second: string
  readonly way: { readonly to: string; readonly text: string } | null
}

/** Why it was done, as the person said. */
export const whyOf = ({ entries }: Pick<TransactionThing, 'entries'>) =>
  entries.find(({ reason, ticket }) => reason || ticket)

/** Null: nothing is told of what was asked. */
export function outcomeOf(transaction: TransactionThing): Outcome | null {
  const { work, sims, asked, entries } = transaction
  const ordered = sims.filter(({ outcome }) => outcome !== null)
  if (ordered.length > 0) return ofSims(ordered, work)
  if (work) return ofWhole(work)
  return asked && ofAction(asked, entries.findLast(isOfServer))
}

const isUnderWay = ({ outcome }: Sim) =>
  ['ready', 'asking', 'waiting', 'settling'].includes(outcome?.state ?? '')
/** Neither done nor on its way. */
export const failedOf = (sims: readonly Sim[]): Sim[] =>
  sims.filter((sim) => sim.outcome !== null && sim.outcome.state !== 'done' && !isUnderWay(sim))

function ofSims(sims: readonly Sim[], work: TransactionThing['work']): Outcome {
  const failed = failedOf(sims)
  const isRunning = sims.some(isUnderWay)
  const said = [...Map.groupBy(sims, groupOf)].sort(([one], [other]) => rank(one) - rank(other))
  const counts = said.map(([group, of]) => `${of.length.toLocaleString(culture)} ${group}`).join(', ')
  const reasons = new Set(failed.map(({ outcome }) => outcome?.reason ?? '').filter(Boolean))
  const [reason = ''] = reasons
  const isUnknown = failed.some(({ outcome }) => outcome?.state === 'unknown')
  return {
    state: isRunning ? 'running' : failed.length === 0 ? 'ok' : isUnknown ? 'unknown' : 'error',
    sentence: ended(isRunning ? text('SoFarSims', { counts }) : counts),
    second: reasons.size > 1 ? text('ReasonsBelow', { count: reasons.size }) : ended(reason),
    way: wayTo(failed, work),
  }
}

const refuserOf = ({ outcome, vendorCode }: Sim) => (outcome?.isRefused ? vendorCode : null)

/** What became of a SIM, as its count is said. */
function groupOf(sim: Sim): string {
  const state = sim.outcome?.state ?? 'done'
  if (state === 'done') return text('Deactivated')
  if (isUnderWay(sim)) return text('UnderWay')
  const refuser = refuserOf(sim)
  if (refuser) return text('RefusedBy', { carrier: carrierNames[refuser] })
  if (state === 'unknown') return text('OutcomeUnknown')
  return text(state === 'stopped' ? 'Stopped' : state === 'invalid' ? 'Invalid' : 'NotDeactivated')
}

const rank = (group: string): number =>
  [text('Deactivated'), text('UnderWay')].includes(group) ? (group === text('Deactivated') ? 0 : 2) : 1

function wayTo(failed: readonly Sim[], work: TransactionThing['work']): Outcome['way'] {
  const [sim] = failed
  if (!sim) return null
  if (failed.length === 1)
    return {
      to: pageOf('sim', sim.iccid),
      text: text(refuserOf(sim) ? 'OpenRefusedSim' : 'OpenFailedSim'),
    }
  if (work?.kind !== 'batch') return null
  return {
    to: addresses.simManagement({ batch: work.id }),
    text: text('OpenFailedRows', { count: failed.length }),
  }
}

function ofWhole(work: NonNullable<TransactionThing['work']>): Outcome {
  const { state, endedAt, reason, name, kind } = work
  const { title } = wordsOf(work)
  const isOver = endedAt !== null
  return {
    state: isOver ? (state === 'succeeded' ? 'ok' : 'error') : 'running',
    sentence: text(isOver ? (state === 'succeeded' ? 'WorkSucceeded' : 'WorkFailed') : 'WorkRuns', { title }),
    second: ended(reason),
    way:
      isOver && state !== 'succeeded'
        ? { to: undertakingKinds[kind].page(work), text: text('OpenThing', { name }) }
        : null,
  }
}

/** What the server entered of an action; what the browser said of it tells no end. */
export const isOfServer = ({ kind, isClaim = false }: TimelineStep): boolean =>
  !isClaim && ['action', 'flag', 'environment'].includes(kind)

/** A call that was answered at once: done, refused, begun without an end that was entered, or nothing but a look. */
function ofAction({ what }: NonNullable<TransactionThing['asked']>, last: TimelineStep | undefined): Outcome {
  const said = (state: Outcome['state'], sentence: string, second = ''): Outcome => ({
    ...{ state, sentence, second, way: null },
  })
  if (!last) return said('info', text('ActionLook', { what }))
  const { state, detail } = last
  if (state === 'Success') return said('ok', text('ActionDone', { what }))
  if (['', 'Intent', 'Accepted'].includes(state))
    return said('unknown', text('ActionUnknown', { what }), text('ActionUnknownHint'))
  return said('error', text('ActionFailed', { what }), ended(detail))
}
