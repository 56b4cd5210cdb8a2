import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How often a reading call is tried again after the first failure. */
const RETRIES = 2

/**
 * Whether a reading call that failed may succeed when tried again: no answer, or a server that is just starting.
 * What the server has said clearly is not asked twice, nor what has taken longer than anybody waits.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false
  if (error.kind === 'network') return error.httpStatus === 0
  if (error.kind !== 'http') return false
  return error.httpStatus === 429 || (error.httpStatus === 503 && error.status !== 'Unavailable')
}

/** Half a second, doubling, with jitter, so that a server that comes back is not met by all at once. */
export function retryDelay(failures: number, error?: unknown): number {
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0
  return Math.max(500 * 2 ** failures * (0.75 + Math.random() / 2), Math.min(asked, 30_000))
}

/** What screens read, in memory only; emptied when the user changes (R8). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay,
      // Carriers are asked when the user asks, not when a window gets the focus.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A server on this machine answers without a network; real trouble shows as a failed call.
      networkMode: 'always',
    },
    // A change is never repeated by itself: its outcome may be unknown (R43).
    mutations: { retry: false, networkMode: 'always' },
  },
})
