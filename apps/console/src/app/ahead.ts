import { patterns } from '@support-console/contract/addresses'
import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { api, queryClient } from '../api/index.ts'
import { keyOfRead } from '../api/use-read.ts'
import { thingPages } from '../features/things/screen.ts'

const calls = {
  sim: 'GET /things/v1/sims/{id}',
  panel: 'GET /things/v1/panels/{id}',
  transaction: 'GET /things/v1/transactions/{id}',
} as const

/** A pointer that only passes asks nothing; what was read this lately is not read again. In milliseconds. */
const [restsFor, readAgainAfter] = [80, 10_000]

/**
 * What a link to a thing does while someone is about to follow it: the page's program and what is kept of the thing come before the
 * press. No source is asked, and no one has visited it.
 */
export function comeAhead(kind: IdentifiedKind, id: string) {
  const page = thingPages.find(({ path }) => path === (patterns as Record<string, string>)[kind])
  const call = Object.hasOwn(calls, kind) ? calls[kind as keyof typeof calls] : undefined
  if (!page || !call) return {}
  let soon: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    const ignore = () => undefined
    void page.load?.().catch(ignore)
    const params = { id }
    void queryClient.prefetchQuery({
      queryKey: keyOfRead(call, { params }),
      queryFn: async ({ signal }) => (await api(call, { params, signal })).data,
      staleTime: readAgainAfter,
    })
  }
  return {
    onPointerEnter: () => {
      soon = setTimeout(read, restsFor)
    },
    onPointerLeave: () => clearTimeout(soon),
    onFocus: read,
  }
}
