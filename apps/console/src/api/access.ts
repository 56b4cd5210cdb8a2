import type { Permission } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../session/index.ts'
import { api } from './api.ts'
import type { ApiError } from './api-error.ts'

export interface Access {
  /** `pending` until the server has said; `error` when it could not, see `error`. */
  status: 'pending' | 'success' | 'error'
  /** Whether the user may; false while it is not known. The server decides all the same (D16). */
  may: (permission: Permission) => boolean
  /** The user may do nothing at all: no role of the console. */
  hasNone: boolean
  error: ApiError | null
  retry: () => void
}

/** What the signed-in user may do (D16), asked once after sign-on. */
export function useAccess(): Access {
  const { subject } = useSession()
  const query = useQuery({
    queryKey: ['access', subject],
    queryFn: async ({ signal }) => (await api('GET /session/v1/access', { signal })).data,
    enabled: subject !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const permissions: readonly string[] = query.data?.permissions ?? []
  return {
    status: query.status,
    may: (permission) => permissions.includes(permission),
    hasNone: query.status === 'success' && permissions.length === 0,
    error: query.error as ApiError | null,
    retry: () => void query.refetch(),
  }
}
