import { usedPercent } from '@support-console/contract'
import type { LastSaid } from '../../platform/observations/observations.store.ts'
import type { Fields } from '../../platform/observations/observed.ts'
import type { CarrierUsage } from '../../systems/carriers/carrier.ts'

const DAY = 86_400_000

/** The source by which a carrier's usage is kept, apart from what it says of the SIM itself. */
export const usageSource = (carrier: string): string => `${carrier} usage`

/**
 * Usage as an observation keeps it. Text that is too long for one is left out: then the whole stands alone.
 * @param included what its plan includes; null: not known
 */
export function fieldsOfUsage(usage: CarrierUsage, included: number | null): Record<string, string> {
  const days = usage.days.map((bytes) => bytes ?? '').join()
  return {
    usedBytes: String(Math.round(usage.usedBytes)),
    usedPercent: included === null ? '' : String(usedPercent(usage.usedBytes, included)),
    usagePlan: usage.plan,
    usageFrom: usage.from,
    usageTo: usage.to,
    usageDays: days.length <= 500 ? days : '',
  }
}

/** What was kept; null: nothing, or of another version. */
export function usageOf(fields: Fields | null | undefined): CarrierUsage | null {
  const { usedBytes = '', usagePlan = '', usageFrom = '', usageTo = '', usageDays = '' } = fields ?? {}
  if (usedBytes === '' || usageFrom === '' || usageTo === '') return null
  const days =
    usageDays === '' ? [] : usageDays.split(',').map((bytes) => (bytes === '' ? null : Number(bytes)))
  return { from: usageFrom, to: usageTo, usedBytes: Number(usedBytes), plan: usagePlan, days }
}

/**
 * What a carrier that tells the whole alone had told on earlier days of the same period stays: so its chart grows with each
 * day on which someone looks.
 */
export function withEarlierDays(usage: CarrierUsage, before: LastSaid | undefined, now: Date): CarrierUsage {
  if (usage.days.length > 0) return usage
  const kept = usageOf(before?.fields)
  const earlier = kept && kept.from === usage.from && kept.to === usage.to ? kept.days : []
  const place = (at: number) => Math.floor((at - Date.parse(usage.from)) / DAY)
  const today = Math.min(place(now.getTime()), place(Date.parse(usage.to)))
  if (today < 0) return usage
  const days = Array.from({ length: today + 1 }, (_, day) => {
    const bytes = day === today ? usage.usedBytes : (earlier[day] ?? null)
    // A carrier may take back what it counted too much.
    return bytes !== null && bytes > usage.usedBytes ? null : bytes
  })
  return { ...usage, days }
}

/** The days of a period that are known, with their dates. */
export const knownDays = ({ from, days }: CarrierUsage) =>
  days.flatMap((bytes, index) =>
    bytes === null
      ? []
      : [
          {
            day: new Date(Date.parse(from) + index * DAY).toISOString().slice(0, 10),
            usedBytes: Math.round(bytes),
          },
        ],
  )

/** What a carrier told of the period that has not ended in any zone, of all that was said of a SIM. */
export function presentUsage(
  said: readonly LastSaid[],
  carrier: string,
  now: Date,
): (CarrierUsage & { at: string }) | undefined {
  const kept = said.find(({ source }) => source === usageSource(carrier))
  const usage = usageOf(kept?.fields)
  if (!usage || !kept?.askedAt || Date.parse(usage.to) + 2 * DAY <= now.getTime()) return undefined
  return { ...usage, at: kept.askedAt.toISOString() }
}
