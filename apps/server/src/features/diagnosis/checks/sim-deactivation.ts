import { addresses } from '@support-console/contract'
import { changeFor } from '../change-for.ts'
import { ask, by, type Check, fine, goTo, type Judgement, notFlapping, ofSim, told } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'

const isUnderWay = (state: string) => ['ready', 'asking', 'waiting', 'settling'].includes(state)

/** What the console itself has done to the SIM. */
export const simDeactivationChecks: readonly Check[] = [
  {
    code: 'sim-deactivation',
    title: 'Deactivation',
    mostly: 'stops',
    acts: 'within a day',
    followsFrom: [],
    explains: notFlapping,
    scope: ofSim,
    applies: ({ sim }) => knownOf(sim) !== null,
    needs: ({ sim, deactivation, carrier }) =>
      knownOf(sim)?.deactivatedAt ? [sim, deactivation, carrier] : [sim, deactivation],
    judge(facts) {
      const { sim, deactivation, carrier } = facts
      const own = knownOf(sim)
      if (!own) return undefined
      const order = knownOf(deactivation)
      if (order && isUnderWay(order.state)) return underWay(facts, order.at)
      if (own.deactivatedAt)
        // Someone may have activated it again elsewhere: that is its carrier's to say.
        return carrier.is === 'waiting' ? undefined : deactivated(facts, own.deactivatedAt)
      if (order === undefined) return undefined
      if (order?.state === 'unknown')
        return {
          ...ofOrder(facts),
          effect: 'may-stop',
          title: 'A deactivation without outcome',
          sentence: `It is not known whether the deactivation of ${order.at} took effect.`,
          since: told(order.at),
        }
      return fine(
        'No deactivation is pending.',
        by(deactivation, 'Deactivation', order ? `${order.state}, ${order.at}` : 'none'),
      )
    },
  },
]

const pageFor = ({ iccid }: Facts) => addresses.simManagement({ simId: iccid ?? '' })

/** What is said of each deactivation, and by whom it was ordered. */
function ofOrder(
  facts: Facts,
): Pick<Judgement, 'state' | 'changedBy'> & Required<Pick<Judgement, 'evidence' | 'next'>> {
  const order = knownOf(facts.deactivation)
  return {
    state: 'wrong',
    evidence: order ? [by(facts.deactivation, 'Deactivation', `${order.state}, ${order.at}`)] : [],
    next: [{ text: 'Open in SIM Management', path: pageFor(facts) }],
    changedBy: changeFor(facts, ({ kind }) => kind === 'deactivation').changedBy ?? null,
  }
}

const underWay = (facts: Facts, at: string): Judgement => ({
  ...ofOrder(facts),
  title: 'A deactivation under way',
  sentence: `The SIM is being deactivated; this began at ${at}.`,
  since: told(at),
  step: goTo(
    'Stop the deactivation, if it is a mistake.',
    'Open in SIM Management',
    pageFor(facts),
    'sim-management.change',
  ),
})

function deactivated(facts: Facts, at: string): Judgement {
  const { carrier } = facts
  const order = ofOrder(facts)
  const evidence = [...order.evidence, { source: 'Inventory', what: 'Deactivated', value: at, at }]
  if (knownOf(carrier)?.deviceStatus === 'Active')
    return {
      ...order,
      effect: 'beside',
      title: 'Deactivated here, active at the carrier',
      sentence: `According to the inventory, the SIM was deactivated at ${at}, but ${carrier.source} says Active.`,
      evidence,
      since: told(at),
    }
  return {
    ...order,
    title: 'Deactivated',
    sentence: `The SIM was deactivated at ${at}.`,
    evidence,
    since: told(at),
    step: ask('Ask the installer to put in another SIM: there is no way back for this one.'),
  }
}
