import { carrierNames, type NetworkModel, networkModelNames } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { flapsSince } from '../states/index.ts'
import { beginningsOf, longAbsencesOf, type StoppedTogether, stoppedTogether } from '../webconnect/index.ts'
import type { FactValues } from './facts.ts'
import { othersInSession } from './others-in-session.ts'
import type { CommonCause, Counted, Other } from './shared-cause.ts'

interface Comings {
  commonCauses: readonly CommonCause[]
  others: readonly Other[]
  /** It left while no one looked, after this; null: it left as it was seen to. */
  seenUntil: string | null
  reconnects: FactValues['reconnects']
  absences: FactValues['absences']
}

/** With whom panels stopped, and how often they began a session of late, by cloud ID. */
export async function comingsOf(
  db: Db,
  cloudIds: readonly string[],
  { now, companyOf }: { now: Date; companyOf: (cloudId: string) => string },
): Promise<(cloudId: string) => Comings> {
  const [together, begun, away] = await Promise.all([
    stoppedTogether(db, cloudIds, now),
    beginningsOf(db, cloudIds, flapsSince(now)),
    longAbsencesOf(db, cloudIds),
  ])
  const others = await othersOf(db, [...together.values()])
  return (cloudId) => {
    const { causes, seenUntil } = together.get(cloudId) ?? { causes: [], seenUntil: null }
    const named = <Of extends Omit<Counted, 'name'>>(each: Of) => ({
      ...each,
      name: nameOf(each, companyOf(cloudId)),
    })
    return {
      seenUntil,
      others: causes[0] ? (others.get(keyOf(causes[0])) ?? []) : [],
      commonCauses: causes.map((cause) => ({ ...named(cause), elsewhere: cause.elsewhere.map(named) })),
      reconnects: begun.get(cloudId) ?? [],
      absences: away.get(cloudId) ?? [],
    }
  }
}

const keyOf = ({ scope, id, at }: Pick<CommonCause, 'scope' | 'id' | 'at'>) => `${scope} ${id} ${at}`

/** Of the first cause of each, once. */
async function othersOf(db: Db, together: readonly StoppedTogether[]) {
  const causes = together.flatMap(({ causes: [first] }) => (first ? [first] : []))
  const found = await Promise.all(
    [...new Map(causes.map((cause) => [keyOf(cause), cause]))].map(
      async ([key, { scope, id, at }]) => [key, await othersInSession(db, { scope, id, at })] as const,
    ),
  )
  return new Map(found)
}

function nameOf({ scope, id }: Pick<Counted, 'scope' | 'id'>, company: string): string {
  if (scope === 'webconnect' || scope === 'same-time') return 'WebConnect'
  if (scope === 'company') return company || 'its company'
  if (scope === 'carrier') return carrierNames[id as keyof typeof carrierNames] ?? id
  if (scope === 'network-model') return networkModelNames[id as NetworkModel] ?? id
  return scope === 'sim-range' ? 'the carrier of this SIM range' : id
}
