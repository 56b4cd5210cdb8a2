import { plainTime } from '../../ui/local-time.ts'

/** '2026-11-26 08:00' on the wall clock of this browser's zone. */
export const plainMinute = (instant: string | number): string => plainTime(instant).slice(0, 16)

/** '2026-11-26T08:00Z', as addresses have it. */
export const shortInstant = (instant: number): string => `${new Date(instant).toISOString().slice(0, 16)}Z`

/** The end of the second in which something was told, as addresses have it: what it made so, was so by then. */
export const justAfter = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / 1000) * 1000 + 1000).toISOString().replace('.000', '')
