import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import { send } from './send.ts'

/** The description of all calls, for programs: no call of the contract, and so without an envelope. */
export const openApi = queryOptions<unknown, ApiError>({
  queryKey: ['open-api'],
  queryFn: async ({ signal }) =>
    (await send({ method: 'GET', path: '/openapi.json', patience: 45, signal })).result,
  staleTime: Number.POSITIVE_INFINITY,
})
