import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { mayRetry, retryDelay } from './query-client.ts'

const error = (
  kind: ApiError['kind'],
  more: { httpStatus?: number; status?: string; retryAfter?: number } = {},
) => new ApiError(kind, 'x', { transactionId: 't', ...more })

describe('retries of reading calls', () => {
  it('are made twice when there was no answer', () => {
    expect(mayRetry(0, error('network'))).toBe(true)
    expect(mayRetry(1, error('network'))).toBe(true)
    expect(mayRetry(2, error('network'))).toBe(false)
  })

  it('are made for a proxy’s 503, not for what the server said clearly', () => {
    expect(mayRetry(0, error('http', { httpStatus: 503 }))).toBe(true)
    for (const [httpStatus, status] of [
      [404, 'NotFound'],
      [500, 'Error'],
      [502, 'CarrierError'],
      [503, 'Unavailable'],
    ] as const)
      expect(mayRetry(0, error('http', { httpStatus, status }))).toBe(false)
  })

  it('R29 are made for a 429 that is over soon; a longer one is shown with its sentence', () => {
    expect(mayRetry(0, error('http', { httpStatus: 429 }))).toBe(true)
    expect(mayRetry(0, error('http', { httpStatus: 429, status: 'TooMany', retryAfter: 5 }))).toBe(true)
    expect(mayRetry(0, error('http', { httpStatus: 429, status: 'TooMany', retryAfter: 6 }))).toBe(false)
  })

  it('are not made when the caller gave up or sign-on failed', () => {
    expect(mayRetry(0, error('cancelled'))).toBe(false)
    expect(mayRetry(0, error('sign-on', { httpStatus: 401, status: 'Unauthorized' }))).toBe(false)
    expect(mayRetry(0, new TypeError('a fault of ours'))).toBe(false)
  })

  it('are not made when the server was too slow: the next try may last as long (4)', () => {
    expect(mayRetry(0, error('timeout'))).toBe(false)
  })

  it('wait longer each time, and as long as the server asks, up to 30 s', () => {
    expect(retryDelay(0)).toBeLessThanOrEqual(625)
    expect(retryDelay(2)).toBeGreaterThanOrEqual(1500)
    expect(retryDelay(0, error('http', { httpStatus: 429, retryAfter: 7 }))).toBe(7000)
    expect(retryDelay(0, error('http', { httpStatus: 429, retryAfter: 7000 }))).toBe(30_000)
  })
})

describe('8 the heading of a failed call', () => {
  it('is status and status text, also over HTTP/2, which has none', () => {
    expect(error('http', { httpStatus: 404 }).heading).toBe('404 Not Found')
    expect(error('http', { httpStatus: 599 }).heading).toBe('599')
  })
  it('is the network sentence without an answer', () => {
    expect(error('network').heading).toBe('Network Problem, Please Contact Admin!')
    expect(error('timeout').heading).toBe('Network Problem, Please Contact Admin!')
  })
  it('is 401 where no one is signed in: the network is well', () => {
    expect(error('sign-on', { httpStatus: 401 }).heading).toBe('401 Unauthorized')
  })
})
