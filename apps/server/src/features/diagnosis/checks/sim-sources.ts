import { addresses, overlap, pageOf } from '@support-console/contract'
import { changeFor, sayChange } from '../change-for.ts'
import { by, type Check, fine, goTo, ofSim, seen } from '../check.ts'
import { type Fact, type Facts, knownOf, type SaidOfSim, type SimSourceFact } from '../facts.ts'
import { inWords } from '../in-words.ts'
import { statusSince } from '../status-since.ts'

const sources = ['carrier', 'mobileBroker', 'connector'] as const satisfies SimSourceFact[]

interface Said {
  name: SimSourceFact
  fact: Fact<SaidOfSim | null>
  /** Null: it does not know the SIM. */
  says: SaidOfSim | null
}

/** Those of the three systems that have answered. */
export const saidBy = (facts: Facts): Said[] =>
  sources.flatMap((name) => {
    const fact = facts[name]
    return fact.is === 'known' ? [{ name, fact, says: fact.value }] : []
  })

export const namesOf = (said: readonly Said[]): string => inWords(said.map(({ fact }) => fact.source))

const all = (facts: Facts) => sources.map((name) => facts[name])
export const compare = ({ iccid }: Facts) => ({
  text: 'Compare the three sources',
  path: addresses.simInformation(iccid ?? ''),
})
const say = (said: readonly unknown[]) => (said.length > 1 ? 'say' : 'says')

export const statusEvidence = (said: readonly Said[]) =>
  said.map(({ fact, says }) =>
    by(
      fact,
      'Device status',
      says
        ? [says.deviceStatus, says.rawStatus && `(${says.rawStatus})`].filter(Boolean).join(' ')
        : 'SIM not found',
    ),
  )

/** What the three systems say of the SIM, and whether they agree. */
export const simSourceChecks: readonly Check[] = [
  {
    code: 'sim-state-differs',
    title: 'Device status',
    mostly: 'may-stop',
    followsFrom: ['sim-unknown', 'sim-deactivation', 'sim-not-active'],
    scope: ofSim,
    needs: all,
    judge(facts) {
      // That the carrier does not know it, sim-not-active says.
      const said = saidBy(facts).filter(
        ({ name, says }) => says?.deviceStatus !== 'Unknown' && (says !== null || name !== 'carrier'),
      )
      const groups = [...Map.groupBy(said, ({ says }) => says?.deviceStatus ?? 'not found')]
      const evidence = statusEvidence(saidBy(facts))
      if (groups.length > 1) {
        const carrier = said.find(({ name }) => name === 'carrier')
        const word = (status: string | undefined) =>
          status === 'not found' ? 'that it has no such SIM' : status
        const parts = groups.map(([status, those]) => `${namesOf(those)} ${say(those)} ${word(status)}`)
        const others = groups.filter(([, those]) => carrier && !those.includes(carrier))
        const [only] = others
        return {
          state: 'wrong',
          // What is wrong at the carrier itself, sim-not-active says.
          effect: said.some(({ name, says }) => name !== 'carrier' && isStopped(says))
            ? 'may-stop'
            : 'beside',
          since: statusSince(
            said.find(({ name, says }) => name !== 'carrier' && isStopped(says)),
            facts,
          ),
          title: 'Status differs',
          sentence:
            carrier && only && others.length === 1
              ? `${namesOf(only[1])} ${only[1].length > 1 ? 'disagree' : 'disagrees'} with ${carrier.fact.source}: ${only[1].length > 1 ? 'they say' : 'it says'} ${word(only[0])}, ${carrier.fact.source} says ${word(carrier.says?.deviceStatus ?? 'not found')}.`
              : `${inWords(parts)}.`,
          evidence,
          next: [compare(facts), { text: 'What happened then', path: pageOf('sim', facts.iccid ?? '') }],
        }
      }
      const [status, those] = groups[0] ?? ['', []]
      if (those.length < 2)
        return {
          state: 'unknown',
          sentence: 'Fewer than two sources name a status, so there is nothing to compare.',
          evidence,
        }
      return fine(`${namesOf(those)} say ${status}.`, ...evidence)
    },
  },
  {
    code: 'sim-imei',
    title: 'IMEI',
    mostly: 'may-stop',
    followsFrom: ['sim-unknown'],
    scope: ofSim,
    needs: (facts) => [...all(facts), facts.changes],
    judge(facts) {
      const said = saidBy(facts).filter(({ says }) => says?.imei)
      const evidence = said.map(({ fact, says }) => by(fact, 'IMEI', says?.imei ?? ''))
      // Several sources hear of it, one after the other.
      const heard = (knownOf(facts.changes) ?? [])
        .filter(({ field, before, after }) => field === 'imei' && before && after)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      const changed = heard.find(({ after }) => after.slice(0, 14) === heard.at(-1)?.after.slice(0, 14))
      const next = [compare(facts), { text: 'What happened then', path: pageOf('sim', facts.iccid ?? '') }]
      // The last digit is a check digit, or a version that means nothing here.
      const different = new Set(said.map(({ says }) => says?.imei?.slice(0, 14)))
      if (changed && changed.before.slice(0, 14) !== changed.after.slice(0, 14))
        return {
          state: 'wrong',
          effect: 'may-stop',
          since: seen(changed.at.toISOString()),
          title: 'IMEI changed',
          sentence: `${changed.source} names another IMEI since ${changed.at.toISOString()}: the SIM may sit in another device.`,
          evidence: [
            {
              source: changed.source,
              what: 'IMEI before',
              value: changed.before,
              at: changed.at.toISOString(),
            },
            {
              source: changed.source,
              what: 'IMEI since',
              value: changed.after,
              at: changed.at.toISOString(),
            },
            ...evidence,
          ],
          next,
        }
      if (different.size > 1)
        return {
          state: 'wrong',
          effect: 'beside',
          title: 'IMEI differs',
          sentence: sayDifferent(
            [...Map.groupBy(said, ({ says }) => says?.imei?.slice(0, 14)).values()],
            'IMEI',
          ),
          evidence,
          next,
        }
      if (said.length < 2)
        return {
          state: 'unknown',
          sentence: 'Fewer than two sources name an IMEI, so there is nothing to compare.',
          evidence,
        }
      return fine(`${namesOf(said)} name the same one, and none saw it change in 30 days.`, ...evidence)
    },
  },
  {
    code: 'sim-address',
    title: 'IP address',
    mostly: 'may-stop',
    followsFrom: ['sim-unknown', 'sim-deactivation', 'sim-not-active'],
    acts: 'at the next session',
    showsChange: true,
    scope: ofSim,
    needs: (facts) => [...all(facts), facts.company],
    judge(facts) {
      const told = saidBy(facts)
        .map((each) => ({ ...each, known: addressesOf(each.says) }))
        .filter(({ known }) => known.length > 0)
      const evidence = told.map(({ fact, known }) => by(fact, 'Addresses', known.join(', ')))
      const groups = inCommon(told)
      const next = [compare(facts)]
      if (groups.length > 1)
        return {
          state: 'wrong',
          effect: 'beside',
          title: 'Address differs',
          sentence: sayDifferent(groups, 'address'),
          evidence,
          next,
        }
      const subnets = knownOf(facts.company)?.subnets ?? []
      const company = addresses.companyOfNumber(knownOf(facts.sim)?.sapCompanyId ?? '')
      const changed = changeFor(facts, ({ kind, what }) => kind === 'company' && /subnet/i.test(what))
      const known = told.flatMap((each) => each.known)
      if (subnets.length > 0 && known.length > 0) {
        evidence.push(by(facts.company, 'Subnets', subnets.join(', ')))
        if (!known.some((address) => subnets.some((subnet) => isInside(subnet, address))))
          return {
            state: 'wrong',
            title: "Address outside the company's subnets",
            sentence: `The SIM's address is outside its company's subnets${sayChange(changed, 'which were changed')}.`,
            evidence,
            ...changed,
            scope: { kind: 'company', id: knownOf(facts.sim)?.companyName ?? '' },
            next: [{ text: "Look at the company's subnets", path: company }],
            step: goTo("Compare the subnets with the SIM's address.", 'Open the company', company),
          }
      }
      if (told.length < 2 && knownOf(facts.carrier)?.onlineStatus === 'Offline')
        return fine('A SIM without a session has no address.', ...evidence)
      if (told.length < 2)
        return {
          state: 'unknown',
          sentence: 'Fewer than two sources name an address, so there is nothing to compare.',
          evidence,
        }
      return fine(
        `${namesOf(told)} have an address in common${subnets.length > 0 ? ", and the company's subnets hold one" : ''}.`,
        ...evidence,
      )
    },
  },
]

/** Who of them says the same: one against several is odd, of any others it is only said that they differ. */
function sayDifferent(groups: readonly (readonly Said[])[], name: 'IMEI' | 'address'): string {
  const [most = [], odd = [], more] = groups.toSorted((one, other) => other.length - one.length)
  if (more || most.length === odd.length)
    return `${namesOf(groups.flat())} name different ${name === 'IMEI' ? 'IMEIs' : 'addresses'} for the SIM.`
  return `${namesOf(odd)} ${odd.length > 1 ? 'name' : 'names'} another ${name} for the SIM than ${namesOf(most)}.`
}

/** Sources that have an address in common, or have one each with a third. */
function inCommon<Told extends Said & { known: readonly string[] }>(told: readonly Told[]): Told[][] {
  let groups: Told[][] = []
  for (const one of told) {
    const shares = (group: Told[]) =>
      group.some(({ known }) => known.some((each) => one.known.includes(each)))
    groups = [...groups.filter((group) => !shares(group)), [...groups.filter(shares).flat(), one]]
  }
  return groups
}

/** Each of them may be told as session's, real or NAT address, whichever word a source has for it. */
function addressesOf(said: SaidOfSim | null): string[] {
  const { ipAddress = '', natIp = '', realIp = '' } = said ?? {}
  return [...new Set([ipAddress, natIp, realIp].filter((address) => address !== ''))]
}

function isInside(subnet: string, address: string): boolean {
  const [domainIp = '', cidr] = subnet.split('/')
  return overlap({ domainIp, cidr: Number(cidr) }, { domainIp: address, cidr: 32 })
}

const isStopped = (says: SaidOfSim | null): boolean =>
  ['Suspended', 'Deactivated', 'Inventory'].includes(says?.deviceStatus ?? '')
