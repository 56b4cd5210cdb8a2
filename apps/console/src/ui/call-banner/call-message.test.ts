import { describe, expect, it } from 'vitest'
import { callMessage } from './call-message.ts'

describe('8 call banner', () => {
  it.each(['initial', 'pending'] as const)('says nothing while %s', (status) => {
    expect(callMessage({ status })).toBeUndefined()
  })

  it('a failure: status and status text, then the message', () => {
    const error = { kind: 'http', httpStatus: 503, statusText: 'Service Unavailable', message: 'Try again.' }
    expect(callMessage({ status: 'rejected', error })).toEqual({
      kind: 'error',
      title: '503 Service Unavailable',
      message: 'Try again.',
    })
  })

  it('a failure without an answer, or with one that no one can read', () => {
    const title = 'Network Problem, Please Contact Admin!'
    const message = 'Please Contact Admin!'
    expect(callMessage({ status: 'rejected' })).toEqual({ kind: 'error', title, message })
    expect(
      callMessage({ status: 'rejected', error: { kind: 'network', httpStatus: 200, message: '' } }),
    ).toEqual({
      kind: 'error',
      title,
      message,
    })
  })

  it('R32 what did not succeed names its transaction, what succeeded does not', () => {
    const transactionId = '79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff'
    expect(
      callMessage({ status: 'rejected', error: { kind: 'network', message: '', transactionId } }),
    ).toMatchObject({ kind: 'error', transactionId })
    expect(callMessage({ status: 'fulfilled', answer: { status: 'Busy', transactionId } })).toMatchObject({
      kind: 'warning',
      transactionId,
    })
    expect(
      callMessage({ status: 'fulfilled', answer: { status: 'Success', transactionId } })?.transactionId,
    ).toBeUndefined()
  })

  it('HTTP/2 carries no status text', () => {
    expect(callMessage({ status: 'rejected', error: { httpStatus: 500 } })?.title).toBe('500')
  })

  it('says nothing of a call that the user gave up', () => {
    expect(callMessage({ status: 'rejected', error: { kind: 'cancelled' } })).toBeUndefined()
  })

  it('an envelope neither Success nor Accepted: a warning with status and message, or the data as text', () => {
    const kind = 'warning'
    expect(callMessage({ status: 'fulfilled', answer: { status: 'Busy', message: 'Later.' } })).toEqual({
      kind,
      title: 'Busy',
      message: 'Later.',
    })
    expect(
      callMessage({ status: 'fulfilled', answer: { status: 'Partly', message: '', data: { left: 2 } } }),
    ).toEqual({
      kind,
      title: 'Partly',
      message: '{"left":2}',
    })
    expect(
      callMessage({ status: 'fulfilled', answer: { status: 'Partly', data: 'two left' } })?.message,
    ).toBe('two left')
  })

  it('success: status and message, or the data text, or Operation Done.', () => {
    const say = (answer: { status: string; message?: string; data?: unknown } | null) =>
      callMessage({ status: 'fulfilled', answer })
    expect(say({ status: 'Accepted', message: 'Job 7 runs.' })).toEqual({
      kind: 'success',
      title: 'Accepted',
      message: 'Job 7 runs.',
    })
    expect(say({ status: 'Success', message: '', data: 'Usable' })?.message).toBe('Usable')
    expect(say({ status: 'Success', message: '', data: { a: 1 } })?.message).toBe('Operation Done.')
    expect(say(null)).toEqual({ kind: 'success', title: 'Success', message: 'Operation Done.' })
  })
})
