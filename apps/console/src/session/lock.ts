/** One at a time over all tabs: who redeems a refresh token, or ends the login (R4, D14). Read the cookies inside. */
const LOCK = 'support-console-refresh'

export function inLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(LOCK, work) as Promise<T>
}

/** The same, but after `limit` milliseconds the work is done all the same: a tab that hangs keeps no one signed in. */
export async function inLockWithin<T>(limit: number, work: () => Promise<T>): Promise<T> {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return (await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(limit) }, begin)) as T
  } catch (error) {
    if (hasBegun) throw error
    return await work()
  }
}
