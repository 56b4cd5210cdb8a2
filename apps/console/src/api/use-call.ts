import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiAnswer, api } from './api.ts'
import type { ApiError } from './api-error.ts'
import type { CallArguments, CallName, DataOf } from './call-types.ts'

/** Specification 4: the request helper's states. */
export type CallState = 'initial' | 'pending' | 'rejected' | 'fulfilled'

const states = { idle: 'initial', pending: 'pending', error: 'rejected', success: 'fulfilled' } as const

/**
 * A call that a user starts by a button: `const save = useCall('POST /…')`, then `save.run({ params, body })`.
 * `run` resolves with the answer or rejects with ApiError; `status`, `answer` and `error` follow it for the
 * screen. `cancel` aborts the call, `reset` goes back to initial.
 */
export function useCall<Key extends CallName>(key: Key) {
  const controller = useRef<AbortController | null>(null)
  const mutation = useMutation<ApiAnswer<DataOf<Key>>, ApiError, CallArguments<Key>[1]>({
    mutationFn: (options) => {
      controller.current = new AbortController()
      const given = options?.signal
      const signal = given ? AbortSignal.any([given, controller.current.signal]) : controller.current.signal
      return api(...([key, { ...options, signal }] as unknown as CallArguments<Key>))
    },
  })
  return {
    status: states[mutation.status] as CallState,
    answer: mutation.data ?? null,
    error: mutation.error,
    run: mutation.mutateAsync,
    cancel: () => controller.current?.abort(),
    reset: mutation.reset,
  }
}
