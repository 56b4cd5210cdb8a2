import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** How often a reading call is tried again after the first failure. */
const RETRIES = 2
/** Seconds that a page waits without a word when the server asks to be left alone; after more it says so. */
const SILENT_WAIT = 5

/**
 * Whether a reading call that failed may succeed when tried again: no answer, or a server that is just starting.
 * What the server has said clearly is not asked twice, nor what has taken longer than anybody waits. Who has called
 * too often (R29) is told when to come back, instead of watching a page that seems to ask.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= RETRIES || !(error instanceof ApiError)) return false
  if (error.kind === 'network') return error.httpStatus === 0
  if (error.kind !== 'http') return false
  if (error.httpStatus === 429) return (error.retryAfter ?? 0) <= SILENT_WAIT
  return error.httpStatus === 503 && error.status !== 'Unavailable'
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
