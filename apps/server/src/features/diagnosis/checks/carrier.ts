import { pageOf } from '@support-console/contract'
import { ask, by, type Check, fine, type Judgement, notFlapping, ofSim, told } from '../check.ts'
import { type Facts, knownOf } from '../facts.ts'
import { inWords, short } from '../in-words.ts'
import { sayStatusSince, statusSince } from '../status-since.ts'
import { isHeardWithSim } from '../symptom.ts'
import { compare, namesOf, saidBy, statusEvidence } from './sim-sources.ts'

const wordFor: Record<string, string> = {
  Suspended: 'suspended',
  Deactivated: 'deactivated',
  Inventory: 'never activated',
}

const bySystems = ({ carrier, mobileBroker, connector }: Facts) => [carrier, mobileBroker, connector]
const ofCarrier = ({ carrier }: Facts) => ({ kind: 'carrier' as const, id: carrier.source })

/** What its carrier says of it; where it says nothing, what the others agree on. */
export const carrierChecks: readonly Check[] = [
  {
    code: 'carrier-trouble',
    title: 'Carrier',
    mostly: 'may-stop',
    followsFrom: [],
    scope: ofCarrier,
    needs: ({ carrier, pulse }) => [carrier, pulse],
    judge({ carrier, pulse }) {
      const others = knownOf(pulse)
      if (!others || carrier.is === 'withheld') return undefined
      const { failed, answered, failedSince } = others
      const evidence = [
        ...(carrier.is === 'unanswered' ? [by(carrier, 'no answer', carrier.why)] : []),
        by(
          { source: 'Console', at: failedSince },
          'Other SIMs, last 10 minutes',
          `${failed} failed, ${answered} answered`,
        ),
      ]
      const trouble: Omit<Judgement, 'sentence'> = {
        state: 'wrong',
        // It is the interface that fails, and not for certain the network.
        effect: carrier.is === 'known' ? 'beside' : 'may-stop',
        title: 'Its carrier is failing',
        evidence,
        step: ask(`Check the status page of ${carrier.source}, and try again in a few minutes.`),
      }
      if (failed >= 3 && failed > answered)
        return {
          ...trouble,
          since: failedSince ? told(failedSince) : null,
          sentence: `${carrier.source} gave no answer for ${failed} of ${failed + answered} other SIMs since ${failedSince}.`,
        }
      if (carrier.is === 'unanswered' && carrier.failure === 'resting')
        return {
          ...trouble,
          sentence: `${carrier.source} failed several times in a row, so the console asks it again in a moment.`,
        }
      if (carrier.is === 'known') return fine(`${carrier.source} answers.`, by(carrier, 'answer', 'came'))
      return undefined
    },
  },
  {
    code: 'sim-not-active',
    title: 'State at the carrier',
    mostly: 'stops',
    // A carrier ends a session when it comes to it.
    acts: 'within a day',
    followsFrom: ['sim-unknown', 'sim-deactivation'],
    scope: ofSim,
    needs: ({ carrier, changes }) => [carrier, changes],
    // Since when its carrier no longer knows it, no one tells.
    dates: (facts) => (knownOf(facts.carrier) === null ? [] : bySystems(facts)),
    explains: notFlapping,
    judge(facts) {
      const { carrier, iccid } = facts
      const says = knownOf(carrier)
      if (says === undefined) return byTheOthers(facts)
      const next = [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }, compare(facts)]
      const evidence = statusEvidence(saidBy(facts))
      if (says === null)
        return {
          state: 'wrong',
          effect: isHeardWithSim(facts) ? 'beside' : 'stops',
          title: 'Unknown to the carrier',
          sentence: `${carrier.source} does not know SIM ${short(iccid ?? '')}: it is not in our account there.`,
          evidence,
          next,
          step: ask(
            `Ask ${carrier.source} which account the SIM belongs to.`,
            `Please tell us which account SIM ${iccid} belongs to: it is not in ours.`,
          ),
        }
      const { deviceStatus = 'Unknown', rawStatus, alsoListed = [] } = says
      const listed = [deviceStatus, ...alsoListed]
      if (new Set(listed).size > 1 && listed.includes('Active'))
        return {
          state: 'unknown',
          sentence: `${carrier.source} lists the SIM as ${inWords(listed.map((status) => status.toLowerCase()))}, so its state is not known.`,
          evidence,
          next,
        }
      if (deviceStatus === 'Active') return fine(`${carrier.source} says Active.`, ...evidence)
      const word = wordFor[deviceStatus]
      if (!word)
        return {
          state: 'unknown',
          sentence: `${carrier.source} says '${rawStatus}', which the console does not know.`,
          evidence,
          next,
        }
      const since = statusSince({ fact: carrier, says }, facts)
      return {
        ...notActive(deviceStatus, carrier.source, facts),
        sentence:
          deviceStatus === 'Inventory'
            ? `The SIM is not activated at ${carrier.source}${rawStatus ? `, which says ${rawStatus}` : ''}.`
            : `${carrier.source} ${word} the SIM${sayStatusSince(since)}.`,
        evidence,
        next,
        since,
        ...(isHeardWithSim(facts) && recordOnly(deviceStatus, `${carrier.source} says`, facts)),
      }
    },
  },
]

/** One source of three is missing: what the two others agree on still counts. */
function byTheOthers(facts: Facts): Judgement | undefined {
  const others = saidBy(facts).filter(({ says }) => wordFor[says?.deviceStatus ?? ''] !== undefined)
  const [first, second] = others
  const status = first?.says?.deviceStatus
  if (!first || !second || !status || second.says?.deviceStatus !== status) return undefined
  const since = statusSince(first, facts)
  return {
    ...notActive(status, facts.carrier.source, facts),
    sentence: `${namesOf(others)} both say that the SIM ${since ? 'was' : 'is'} ${status.toLowerCase()}${sayStatusSince(since)}.`,
    evidence: statusEvidence(others),
    next: [compare(facts)],
    since,
    ...(isHeardWithSim(facts) && recordOnly(status, `${namesOf(others)} say`, facts)),
  }
}

/** The panel reports with this very SIM, so a record of it is wrong, or its end is still to come. */
function recordOnly(status: string, who: string, { carrier, iccid }: Facts): Partial<Judgement> {
  const word = status === 'Inventory' ? 'not activated' : wordFor[status]
  return {
    effect: 'beside',
    title: 'A record that does not fit',
    sentence: `${who} that the SIM is ${word}, yet the panel reports with it.`,
    step: ask(
      `Ask ${carrier.source} what state the SIM is in.`,
      `SIM ${iccid} is in session now, yet there is a record that it is ${word}. Which is right?`,
    ),
  }
}

/** No way leads back: every source says so. Else what can be taken back comes first. */
const isFinal = (facts: Facts): boolean => {
  const said = saidBy(facts)
  return said.length === 3 && said.every(({ says }) => says?.deviceStatus === 'Deactivated')
}

const notActive = (status: string, carrier: string, facts: Facts) => {
  const { iccid } = facts
  const isSuspended = status === 'Suspended'
  const others = saidBy(facts).filter(({ says }) => says && says.deviceStatus !== 'Deactivated')
  return {
    state: 'wrong' as const,
    title: `SIM ${status === 'Inventory' ? 'not activated' : status.toLowerCase()} at the carrier`,
    step:
      status === 'Deactivated' && isFinal(facts)
        ? ask('Ask the installer to put in another SIM: there is no way back for this one.')
        : status === 'Deactivated'
          ? ask(
              `Ask ${carrier} whether the SIM is deactivated for good${others.length > 0 ? `: ${namesOf(others)} ${others.length > 1 ? 'say' : 'says'} otherwise` : ''}.`,
              `Is SIM ${iccid} deactivated for good, or can it be restored?`,
            )
          : ask(
              `Ask ${carrier} to ${isSuspended ? 'restore' : 'activate'} the SIM.`,
              `Please ${isSuspended ? 'restore' : 'activate'} SIM ${iccid}.`,
            ),
  }
}
