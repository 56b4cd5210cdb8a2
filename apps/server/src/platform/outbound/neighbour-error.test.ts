import { describe, expect, it } from 'vitest'
import { NeighbourError, neighbourErrors } from './neighbour-error.ts'

describe('R35 the error that a call of a neighbour ends with', () => {
  it.each([
    [200, '0.2 s'],
    [2340, '2.3 s'],
    [9_999, '10 s'],
    [10_000, '10 s'],
    [12_400, '12 s'],
  ])('a wait of %i ms is told as %s', (ms, said) => {
    const { sentence } = neighbourErrors.timeout('Northcell', ms)
    expect(sentence).toBe(`Northcell did not answer within ${said}. Try again in a minute.`)
  })

  it('who is left alone was not asked, and is asked again after a second at the soonest', () => {
    const resting = neighbourErrors.resting('Northcell', 200)
    expect(resting).toMatchObject({ kind: 'resting', sent: false, mayHaveHappened: false })
    expect(resting.sentence).toMatch(/ Try again in 1 s\.$/)
    expect(neighbourErrors.resting('Northcell', 30_000).sentence).toMatch(/ Try again in 30 s\.$/)
  })

  it.each([
    'unreachable',
    'cut',
    'malformed',
    'refused',
    'notFound',
    'credentials',
    'busy',
    'serverError',
  ] as const)(
    '%s has a sentence of its own unless another is given, and was sent unless it says so',
    (kind) => {
      const usual = neighbourErrors[kind]('Northcell')
      expect(usual).toMatchObject({ system: 'Northcell', sent: true, detail: '', isDoubtful: false })
      expect(usual.message).toBe(usual.sentence)
      expect(usual.sentence).toMatch(/^Northcell .*\.$/)
      const given = {
        sentence: 'Other.',
        detail: 'd',
        code: 'c',
        sent: false,
        retryAfterMs: 7,
        isDoubtful: true,
      }
      expect(neighbourErrors[kind]('Northcell', given)).toMatchObject({ kind: usual.kind, ...given })
    },
  )

  const { cut, serverError, malformed, refused, notFound, credentials, busy } = neighbourErrors
  it.each([
    [cut('N'), true],
    [serverError('N'), true],
    [malformed('N'), true],
    [refused('N'), false],
    [notFound('N'), false],
    [credentials('N'), false],
    [busy('N'), false],
    [refused('N', { isDoubtful: true }), true],
    [busy('N', { isDoubtful: true }), false],
    [cut('N', { sent: false }), false],
  ])('a change that met %s may have been made: %s', (error, mayHaveHappened) => {
    expect(error.mayHaveHappened).toBe(mayHaveHappened)
  })

  it('met on the way, the same failure was not sent', () => {
    const error = neighbourErrors.serverError('Northcell', { detail: 'd', code: 'c', retryAfterMs: 7 })
    const before = error.beforeSending()
    expect(before).toBeInstanceOf(NeighbourError)
    const { kind, system, sentence } = error
    expect(before).toMatchObject({ kind, system, sentence, detail: 'd', code: 'c', retryAfterMs: 7 })
    expect([before.sent, before.mayHaveHappened, before.cause]).toEqual([false, false, error])
    const bare = neighbourErrors.cut('Northcell').beforeSending()
    expect([bare.code, bare.retryAfterMs, bare.sent]).toEqual([undefined, undefined, false])
  })
})
