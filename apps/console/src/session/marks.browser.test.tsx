import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAsked, mayAskAgain, noteAsked, wasAsked } from './marks.ts'

const [token, other] = ['header.payload.signature-one', 'header.payload.signature-two']

describe('R18, F7 a refresh token that was sent', () => {
  beforeEach(() => {
    forgetAsked()
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    forgetAsked()
    vi.useRealTimers()
  })
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

  it('is known until its answer was read, and no other one', () => {
    expect([wasAsked(token), mayAskAgain(token, 10)]).toEqual([false, false])
    noteAsked(token)
    expect([wasAsked(token), wasAsked(other)]).toEqual([true, false])
    forgetAsked()
    expect(wasAsked(token)).toBe(false)
    expect(JSON.stringify({ ...localStorage })).not.toContain('signature')
  })

  it('may be sent once more, in the time that the provider gives for it, counted from the first time', () => {
    noteAsked(token)
    expect([mayAskAgain(token, 0), mayAskAgain(token, 1)]).toEqual([false, false])
    later(8_999)
    expect([mayAskAgain(token, 10), mayAskAgain(other, 10)]).toEqual([true, false])
    later(1)
    expect(mayAskAgain(token, 10)).toBe(false)
    later(-9_000)
    noteAsked(token)
    expect([wasAsked(token), mayAskAgain(token, 10)]).toEqual([true, false])
  })

  it('is not sent again where the clock was set back', () => {
    noteAsked(token)
    later(-1)
    expect(mayAskAgain(token, 10)).toBe(false)
  })
})
