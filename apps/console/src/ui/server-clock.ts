/** How far the server's clock is ahead of this computer's, in ms; 0 for all that its answers tell. */
let ahead = 0
const listeners = new Set<() => void>()

const loadedAt = Date.now() - performance.now()

/** This computer's time of day. Set back while the page is open, it goes on as if it were not. */
const here = () => Math.max(Date.now(), Math.round(loadedAt + performance.now()))

/** The time of day, in ms. Every period, end and age goes by the server's clock: this computer's may be wrong. */
export const serverNow = (): number => here() + ahead

/** In ms; changes only where an answer does not fit it. */
export const serverAhead = (): number => ahead

export function listenToServerAhead(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Call it when asking. What it returns hears the answer's `Date`: the server's clock in whole seconds, at some moment since
 * asking. What fits that stays as it is, so that ages never go back and forth.
 */
export function askServerTime(): (answer: Response) => void {
  const askedAt = here()
  return ({ headers }) => {
    const saidAt = Date.parse(headers.get('Date') ?? '')
    if (Number.isNaN(saidAt)) return
    const fitting = Math.max(saidAt - here(), Math.min(saidAt + 999 - askedAt, ahead))
    if (fitting === ahead) return
    ahead = fitting
    for (const listener of listeners) listener()
  }
}
