import { describe, expect, it } from 'vitest'
import { type Call, calls, longest, longestOf, patienceFor } from './index.ts'

const all: readonly Call[] = Object.values(calls)

describe('house 3.1 how long a call may last stands once', () => {
  it.each(all.map((call) => ({ call, key: `${call.method} ${call.path}` })))(
    'R29 a browser waits 15 s longer for $key than the server works on it',
    ({ call, key }) => {
      expect(patienceFor(key)).toBe((call.lastsUpTo ?? 30) + 15)
      expect(longestOf(key)).toBe(call.lastsUpTo)
    },
  )

  it('R29 names no call that is gone', () => {
    const keys = all.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(longest).filter((key) => !keys.includes(key))).toEqual([])
  })

  it('R29 a file of ten thousand panels is given 615 s, where 300 s were fewer than the server may take', () => {
    expect(patienceFor('GET /panelmanagement/v1/export/{ids}')).toBe(615)
  })
})
