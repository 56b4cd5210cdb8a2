/** Specification 9: refresh margin and minimum delay, in milliseconds. */
const MARGIN = 30_000
const MINIMUM_DELAY = 30_000
/** Specification 9: minimum validity, in seconds. */
const MINIMUM_VALIDITY = 5

/** When to refresh a token that lives `seconds`, in milliseconds from now (specification 4). */
export function refreshDelay(seconds: number): number {
  return Math.max(seconds * 1000 - MARGIN, MINIMUM_DELAY)
}

/** How long to wait after the nth failure in a row (from 1), in milliseconds: 1 s doubling to 30 s, with jitter. */
export function backOff(failures: number, random = Math.random()): number {
  return Math.round(Math.min(1000 * 2 ** (failures - 1), 30_000) * (0.75 + random / 2))
}

/** Seconds until `exp` by the provider's clock. `timeSkew` is the browser's clock minus the provider's. */
export function secondsLeft(exp: number, timeSkew: number, now = Date.now()): number {
  return exp - (now / 1000 - timeSkew)
}

/** Whether a token is still good for a call; one that lives only seconds may be used for half of them. */
export function isUsable(exp: number, lifetime: number, timeSkew: number, now = Date.now()): boolean {
  return secondsLeft(exp, timeSkew, now) > Math.min(MINIMUM_VALIDITY, lifetime / 2)
}
