import { localTime } from '../../../ui/local-time.ts'

const hourMs = 3600_000
/** A label so near one of the ends would lie over the end's own, as a share of the axis. */
const near = 0.07

/** Where an instant stands on the axis, in %. */
export const placeOf = (at: number, from: number, until: number): number =>
  ((at - from) / (until - from)) * 100

/**
 * The hours 00, 06, 12 and 18 of the reader's clock between two instants, in ms: where their clocks change, two of them are five or
 * seven hours apart.
 */
export function hoursBetween(from: number, until: number): { at: number; label: string }[] {
  const first = new Date(from)
  const hours: { at: number; label: string }[] = []
  for (let day = 0; day <= 2; day++)
    for (const hour of [0, 6, 12, 18]) {
      const at = new Date(first.getFullYear(), first.getMonth(), first.getDate() + day, hour).getTime()
      const margin = (until - from) * near
      if (at > from + margin && at < until - margin) hours.push({ at, label: localTime(at).time.slice(0, 5) })
    }
  return hours
}

/** When the reader's clock was changed in between, in ms, which is always done at a full quarter of an hour; null: it was not. */
export function clockChange(from: number, until: number): number | null {
  const offset = (at: number) => new Date(at).getTimezoneOffset()
  for (let at = from; at < until; at += hourMs / 4) {
    const next = Math.min(until, at + hourMs / 4)
    if (offset(at) !== offset(next)) return Math.floor(next / (hourMs / 4)) * (hourMs / 4)
  }
  return null
}
