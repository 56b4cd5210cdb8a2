import { mostCounted } from '@support-console/contract/company-lists.words'
import { culture } from '../../../texts/languages.ts'
import { text } from '../texts.ts'

const words = {
  sims: ['OneSim', 'Sims'],
  panels: ['OnePanel', 'Panels'],
  users: ['OneUser', 'Users'],
} as const
export type Counted = keyof typeof words

/** '3 SIMs'; '10,000+ SIMs' where no more than that are counted. */
export function sayCount(part: Counted, count: number): string {
  const counted = Math.min(count, mostCounted).toLocaleString(culture)
  return text(words[part][count === 1 ? 0 : 1], { count: count > mostCounted ? `${counted}+` : counted })
}
