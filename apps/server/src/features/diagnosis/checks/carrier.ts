import { pageOf } from '@support-console/contract'
import { by, type Check, fine } from '../check.ts'
import { knownOf } from '../facts.ts'
import { compare, statusEvidence, statusSince } from './sim-sources.ts'

const wordFor: Record<string, string> = {
  Suspended: 'was suspended at',
  Deactivated: 'is deactivated at',
  Inventory: 'was never activated at',
}

/** What its carrier says of it. */
export const carrierChecks: readonly Check[] = [
  {
    code: 'carrier-trouble',
    title: 'Its carrier answers',
    dependsOn: [],
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
      const isMany = failed >= 3 && failed > answered
      if (isMany)
        return {
          state: carrier.is === 'known' ? 'warning' : 'fault',
          title: 'Its carrier is in trouble',
          sentence: `${carrier.source} gave no answer for ${failed} of ${failed + answered} other SIMs in the last 10 minutes, since ${failedSince}.`,
          evidence,
        }
      if (carrier.is === 'unanswered' && isResting(carrier.why))
        return {
          state: 'fault',
          title: 'Its carrier is in trouble',
          sentence: `${carrier.source} failed to answer several times in a row, so it is not asked for a moment.`,
          evidence,
        }
      if (carrier.is === 'known') return fine(`${carrier.source} answers.`, by(carrier, 'answer', 'came'))
      return undefined
    },
  },
  {
    code: 'sim-not-active',
    title: 'Activated at the carrier',
    dependsOn: ['sim-unknown', 'sim-deactivation', 'sim-state-differs'],
    needs: ({ carrier, changes }) => [carrier, changes],
    judge(facts) {
      const { carrier, iccid } = facts
      const says = knownOf(carrier)
      if (says === undefined) return undefined
      const next = [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }, compare(facts)]
      const evidence = statusEvidence([{ name: 'carrier', fact: carrier, says }])
      if (says === null)
        return {
          state: 'fault',
          title: 'Unknown to the carrier',
          sentence: `${carrier.source} does not know the SIM.`,
          evidence,
          next,
        }
      const { deviceStatus = 'Unknown', rawStatus } = says
      if (deviceStatus === 'Active') return fine(`${carrier.source} says Active.`, ...evidence)
      const word = wordFor[deviceStatus]
      if (!word)
        return {
          state: 'unknown',
          sentence: `${carrier.source} says '${rawStatus}', which the console does not know.`,
          evidence,
          next,
        }
      return {
        state: 'fault',
        title: `SIM ${deviceStatus === 'Inventory' ? 'not activated' : deviceStatus.toLowerCase()} at the carrier`,
        sentence: `The SIM ${word} ${carrier.source}${statusSince(facts)}.`,
        evidence,
        next,
      }
    },
  },
  {
    code: 'sim-offline',
    title: 'Online at the carrier',
    dependsOn: ['sim-unknown', 'sim-deactivation', 'sim-state-differs', 'sim-not-active'],
    needs: ({ carrier }) => [carrier],
    judge({ carrier, connection, cloudId, iccid }) {
      const says = knownOf(carrier)
      if (says === undefined) return undefined
      const online = says?.onlineStatus ?? 'Unknown'
      const evidence = [by(carrier, 'Online status', online)]
      if (online === 'Online') return fine(`${carrier.source} says Online.`, ...evidence)
      if (says === null || online === 'Offline') {
        const isHeard = cloudId !== null && knownOf(connection)?.state === 'connected'
        return {
          state: isHeard ? 'warning' : 'fault',
          title: 'SIM offline at the carrier',
          sentence: `The SIM has no session at ${carrier.source}${isHeard ? ', though its panel is connected' : ''}.`,
          evidence,
          next: [{ text: 'Open the SIM', path: pageOf('sim', iccid ?? '') }],
        }
      }
      return {
        state: 'unknown',
        sentence: `${carrier.source} does not say whether the SIM is online.`,
        evidence,
      }
    },
  },
]

const isResting = (why: string) => why.includes('failed to answer several times in a row')
