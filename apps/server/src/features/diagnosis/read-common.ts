import { carrierNames } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { flapsSince } from '../states/index.ts'
import { beginningsOf, longAbsencesOf, stoppedTogether } from '../webconnect/index.ts'
import type { CommonCause, Counted, FactValues } from './facts.ts'

interface Comings {
  commonCauses: readonly CommonCause[]
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
  return (cloudId) => {
    const { causes } = together.get(cloudId) ?? { causes: [] }
    const named = <Of extends Omit<Counted, 'name'>>(each: Of) => ({
      ...each,
      name: nameOf(each, companyOf(cloudId)),
    })
    return {
      commonCauses: causes.map((cause) => ({ ...named(cause), elsewhere: cause.elsewhere.map(named) })),
      reconnects: begun.get(cloudId) ?? [],
      absences: away.get(cloudId) ?? [],
    }
  }
}

function nameOf({ scope, id }: Pick<Counted, 'scope' | 'id'>, company: string): string {
  if (scope === 'webconnect') return 'WebConnect'
  if (scope === 'company') return company || 'its company'
  if (scope === 'carrier') return carrierNames[id as keyof typeof carrierNames] ?? id
  return scope === 'sim-range' ? 'the carrier of this SIM range' : id
}
