/** What was looked at, and how it stands: `warning` is worth a look, a `fault` must be mended. */
export interface Finding {
  about: string
  state: 'fine' | 'warning' | 'fault'
  /** A sentence; of what is not fine with what to do. No secret is ever in it. */
  says: string
}

/** Makes findings about one thing. */
export const findingsOf = (about: string) => ({
  fine: (says: string): Finding => ({ about, state: 'fine', says }),
  warning: (says: string): Finding => ({ about, state: 'warning', says }),
  fault: (says: string): Finding => ({ about, state: 'fault', says }),
})

/** The difference between two clocks that makes tokens be refused, and the one that is worth a look, in seconds. */
const mostApart = 10
const apartWorthALook = 2

/** @param aheadMs how far the other clock is ahead of this machine's */
export function clockFinding(about: string, aheadMs: number): Finding {
  const { fine, warning, fault } = findingsOf(about)
  const seconds = Math.round(Math.abs(aheadMs) / 100) / 10
  if (seconds < apartWorthALook) return fine('Its clock agrees with that of this machine.')
  const says = `Its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's: let both follow NTP.`
  return seconds >= mostApart ? fault(`${says} Tokens are refused for it.`) : warning(says)
}

/** The first line of what went wrong, without what may be secret. */
export function reasonOf(error: unknown): string {
  const { message, cause, code } = error as { message?: string; cause?: unknown; code?: string }
  const deeper = cause instanceof Error ? `: ${cause.message || (cause as NodeJS.ErrnoException).code}` : ''
  return `${(message || code || String(error)).split('\n')[0]}${deeper}`.slice(0, 200)
}
