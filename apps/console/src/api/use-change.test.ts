import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { openOutcome } from './use-change.ts'

const error = (kind: ApiError['kind'], httpStatus = 0, status = '') =>
  new ApiError(kind, 'x', { transactionId: 't', httpStatus, status })
const busy = error('http', 409, 'Busy')

describe('D9 what a change that failed leaves open', () => {
  it('is lost when unknown: no answer, a proxy’s, or the server’s that it may still happen', () => {
    for (const each of [
      error('network'),
      error('timeout'),
      error('http', 504),
      error('http', 503, 'Unsettled'),
    ])
      expect(openOutcome(each)).toBe('lost')
  })

  it('was not begun where the server is busy', () => {
    for (const each of [busy, error('http', 503, 'Unavailable'), error('http', 429, 'TooMany')])
      expect(openOutcome(each)).toBe('busy')
  })

  it('stays lost while the first run still works, or a repeat does not get through to it', () => {
    for (const each of [
      busy,
      error('http', 503, 'Unavailable'),
      error('http', 429, 'TooMany'),
      error('sign-on', 401),
      error('cancelled'),
    ])
      expect(openOutcome(each, 'lost')).toBe('lost')
  })

  it('is settled by the server’s word on it', () => {
    for (const each of [error('http', 409, 'Conflict'), error('http', 502, 'CarrierError')])
      expect(openOutcome(each, 'lost')).toBeUndefined()
    expect(openOutcome(null, 'lost')).toBeUndefined()
  })
})
