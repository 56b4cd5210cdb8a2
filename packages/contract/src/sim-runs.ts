/** SIM IDs inside of what they stand in: sentences, logs, markup, queries (D35). Imports no schemas. */
import { inAscii } from './pasted.ts'

/** Groups of digits with one blank or dash between them, and what fills a SIM ID up; no part of a word or a fraction. */
const chains = /(?<![\p{L}\d_.])\d+[fF]{0,4}(?:[ \u00a0-]\d+[fF]{0,4})*(?![\p{L}\d_])/gu
/** A file that was put below another one without a line's end. */
const joint = /(?<=\d{18}[fF]{0,4})\ufeff(?=\d{18})/g

const [shortest, longest] = [18, 22]

/** With a line's end where a byte order mark stands between two numbers. */
export const withoutJoints = (text: string): string => text.replace(joint, '\n')

/** As `simsIn` finds them, in digits alone. */
export const simsWithin = (text: string): string[] =>
  simsIn(inAscii(withoutJoints(text))).map(({ written }) => written.replace(/\D/g, ''))

/**
 * Every SIM ID that a text in ASCII's digits holds, and where, each as often as it stands there: a number of 18 to 22
 * digits, or one in groups that begins as SIM IDs do (D24).
 */
export function simsIn(text: string): { written: string; at: number }[] {
  return [...text.matchAll(chains)].flatMap(({ 0: chain, index }) => {
    const groups = chain.split(/[ \u00a0-]/)
    const sims: { written: string; at: number }[] = []
    let at = index
    for (let next = 0; next < groups.length; ) {
      const count = groupsOfOne(groups.slice(next))
      const { length } = groups.slice(next, next + Math.max(count, 1)).join('-')
      if (count > 0) sims.push({ written: text.slice(at, at + length), at })
      at += length + 1
      next += Math.max(count, 1)
    }
    return sims
  })
}

/** How many groups from the first make the longest SIM ID; 0: none. One that is a SIM ID itself belongs to no other. */
function groupsOfOne(groups: readonly string[]): number {
  const widths = groups.map((group) => group.replace(/[fF]+$/, '').length)
  if ((widths[0] ?? 0) >= shortest) return (widths[0] ?? 0) <= longest ? 1 : 0
  if (!groups[0]?.startsWith('89')) return 0
  let digits = 0
  let count = 0
  for (const [at, width] of widths.entries()) {
    digits += width
    if (digits > longest || width >= shortest) break
    if (digits >= shortest) count = at + 1
  }
  return count
}
