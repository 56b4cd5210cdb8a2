/** 'AT&T, MobileBroker and Connector' */
export const inWords = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** So that it can be read out: '…000013'. Shorter ones stay whole. */
export const short = (id: string): string => (id.length > 12 ? `…${id.slice(-6)}` : id)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** '5 hours', 'one minute': the largest unit of which there is at least one and a half, or exactly one. */
export function durationInWords(ms: number): string {
  const found = units.find(([, size]) => ms >= size * 1.5 || Math.round(ms / 1000) * 1000 === size)
  const [unit, size] = found ?? ['second', 1000]
  const count = Math.round(ms / size)
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** Words with which findings begin, and that are no names. */
const common = new Set(
  `The Its It None Nothing No A An All Neither Whether What Others Other Only Fewer Another This Many Two Management Release
Usage According Service Services Subnets Someone Since State Switches Every Data There Here Of For`.split(
    /\s/,
  ),
)

/** A sentence within another: without its full stop, and with a small first letter where it begins with a common word. */
export function within(sentence: string): string {
  const text = sentence.replace(/\.$/, '')
  // 'Service Remote' and its like are names.
  const first = /^\w+\b(?! Remote)/.exec(text)?.[0]
  return first && common.has(first) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
