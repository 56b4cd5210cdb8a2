import type { SimUsage } from '@support-console/contract'
import { simUsage } from '../../texts/en-US/sim-usage.ts'
import { culture } from '../../texts/languages.ts'
import { textsOf } from '../../texts/text.ts'

export const usageText = textsOf(simUsage)

const DAY = 86_400_000

const sizes = [
  { of: 1_000_000_000, word: 'Gigabytes', digits: 2 },
  { of: 1_000_000, word: 'Megabytes', digits: 1 },
  { of: 1_000, word: 'Kilobytes', digits: 0 },
  { of: 1, word: 'Bytes', digits: 0 },
] as const

/** '12.4 MB' */
export function sayBytes(bytes: number): string {
  const { of, word, digits } = sizes.find(({ of }) => bytes >= of) ?? sizes[3]
  const count = (bytes / of).toLocaleString(culture, { maximumFractionDigits: digits })
  return usageText(word, { count })
}

const monthOf = (at: Date): string => at.toLocaleDateString(culture, { month: 'short', timeZone: 'UTC' })

/** '10 Nov', of a day as its carrier counts it, whatever the reader's zone is. */
export function sayDay(day: string | number): string {
  const at = new Date(day)
  return `${at.getUTCDate()} ${monthOf(at)}`
}

type Month = Pick<SimUsage['billed'][number], 'year' | 'month'>
export const monthAt = ({ year, month }: Month): number => Date.UTC(year, month - 1, 1)

/** 'Dec 2021' */
export const sayMonth = (month: Month): string => `${monthOf(new Date(monthAt(month)))} ${month.year}`

/** Whether a period is the present one. The days of a zone behind UTC's end later. */
export function isPresent({ from, to }: { from: string; to: string }, now: string): boolean {
  const at = Date.parse(now)
  return at >= Date.parse(from) - DAY && at < Date.parse(to) + 2 * DAY
}

/**
 * What is known by several answers, with the one that told it: what the carrier told last, and that it was asked in vain after
 * that. One answer may have begun before the carrier told another.
 */
export function latestOf<Answer extends { readonly data: SimUsage }>(
  answers: readonly Answer[],
): Answer | undefined {
  const newest = (at: (usage: SimUsage) => string) =>
    answers.toSorted((a, b) => (at(a.data) < at(b.data) ? 1 : at(a.data) > at(b.data) ? -1 : 0))[0]
  const told = newest(({ told: word, now }) => word?.at ?? ` ${now}`)
  if (!told) return undefined
  const vain = newest(({ unanswered }) => unanswered?.askedAt ?? '')?.data.unanswered ?? null
  const isAfter = vain !== null && vain.askedAt > (told.data.told?.at ?? '')
  return { ...told, data: { ...told.data, unanswered: isAfter ? vain : null } }
}
