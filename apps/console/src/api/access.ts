import type { Permission } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/index.ts'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { mayRetry, retryDelay } from './query-client.ts'

export interface Access {
  /** The server has said; until then, and while it cannot be reached, nothing is known. */
  isKnown: boolean
  /** Whether the user may; false while it is not known. The server decides all the same (D16). */
  may: (permission: Permission) => boolean
  /** The user may do nothing at all: no role of the console. */
  hasNone: boolean
  /** Why the server does not say. While it cannot be reached at all it is asked again and again, without an error. */
  error: ApiError | null
  retry: () => void
}

/** What the signed-in user may do (D16), asked after sign-on, and again when a new token has other roles. */
export function useAccess(): Access {
  const { subject, roles } = useSession()
  const query = useQuery({
    queryKey: ['access', subject, [...roles].sort().join()],
    // Until the server has said what other roles give, a form stays open.
    placeholderData: (before, of) => (of?.queryKey[1] === subject ? before : undefined),
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api('GET /session/v1/access', { signal })).data,
    enabled: subject !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: (_failures, error) => error instanceof ApiError && mayRetry(0, error),
    retryDelay: (failures, error) => Math.min(retryDelay(failures, error), 15_000),
  })
  const permissions: readonly string[] = query.data?.permissions ?? []
  return {
    isKnown: query.status === 'success',
    may: (permission) => permissions.includes(permission),
    hasNone: query.status === 'success' && permissions.length === 0,
    error: query.error as ApiError | null,
    retry: () => void query.refetch(),
  }
}
