import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { describeOnOneDatabase } from '../../testing/databases.ts'
import { createLogger } from '../logging/logger.ts'
import { Problem } from '../problem.ts'
import { createEndedSignOns } from './ended-sign-ons.ts'
import { type Authenticator, createGuard } from './guard.ts'
import { NoProviderKeys } from './provider-keys.ts'
import { withRights } from './rights.ts'
import { type Bearer, isNeighbour, neighbourUser, userKey } from './user.ts'
import { TokenRefused } from './verify-token.ts'

const pat: Bearer = {
  ...neighbourUser(''),
  issuer: 'https://id.example',
  subject: 'pat',
  email: 'pat@example.com',
  sessionId: 's',
  tokenId: 't',
  roles: ['support'],
}

describeOnOneDatabase('R9 the guard', (database) => {
  /** A guard of these kinds of token, and what it was told of refusals. */
  function guardOf(...authenticators: Authenticator[]) {
    const config = parseConfig({ DEMO: 'on' })
    const refused: string[] = []
    const endedSignOns = createEndedSignOns({
      db: database.get().db,
      log: createLogger(config, { write: () => {} }),
    })
    const guard = createGuard({
      config: { environment: 'prod' },
      authenticators,
      endedSignOns,
      onRefused: (reason) => refused.push(reason),
    })
    return { guard, endedSignOns, refused }
  }
  const knows =
    (known: string): Authenticator =>
    (token) =>
      token === known ? Promise.resolve(pat) : undefined
  const failing =
    (error: Error): Authenticator =>
    async () => {
      throw error
    }
  /** The problem that a token meets. */
  async function problemOf(guard: ReturnType<typeof guardOf>['guard'], authorization?: string) {
    const error = await guard.authenticate(authorization).then(
      () => undefined,
      (each: unknown) => each,
    )
    if (!(error instanceof Problem)) throw new Error('no problem', { cause: error })
    return error
  }

  it.each(['Bearer a.b-c', 'bearer   a.b-c', 'BEARER a.b-c  '])('takes the token of %j', async (header) => {
    const { guard, refused } = guardOf(knows('a.b-c'))
    expect((await guard.authenticate(header)).subject).toBe('pat')
    expect(refused).toEqual([])
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic t',
    't',
    'xBearer t',
    'Bearert',
    'Bearer t t',
    'Bearer t,',
  ])('takes no token from %j', async (header) => {
    const { guard, refused } = guardOf(async () => pat)
    expect(await problemOf(guard, header)).toMatchObject({
      status: 'Unauthorized',
      message: 'You are not signed in. Please sign in.',
    })
    expect(refused).toEqual(['none'])
  })

  it('R11 refuses a token of no kind that is known here', async () => {
    const { guard, refused } = guardOf(knows('mine'), knows('yours'))
    expect((await guard.authenticate('Bearer yours')).subject).toBe('pat')
    expect(await problemOf(guard, 'Bearer theirs')).toMatchObject({
      status: 'Unauthorized',
      isStranger: true,
      detail: { why: 'no kind of token that is known here' },
    })
    expect(refused).toEqual(['wrong-kind'])
  })

  it('R11 tells a token that is over from one that was never good', async () => {
    const expired = guardOf(failing(new TokenRefused('over', 'expired')))
    expect(await problemOf(expired.guard, 'Bearer t')).toMatchObject({
      status: 'Unauthorized',
      isStranger: false,
      detail: { why: 'over' },
    })
    const forged = guardOf(failing(new TokenRefused('forged', 'signature')))
    expect(await problemOf(forged.guard, 'Bearer t')).toMatchObject({
      isStranger: true,
      detail: { why: 'forged' },
    })
    expect([...expired.refused, ...forged.refused]).toEqual(['expired', 'signature'])
  })

  it('R12 blames no token where no one can tell, and hides no other failure', async () => {
    const { guard, refused } = guardOf(failing(new NoProviderKeys('away')))
    expect(await problemOf(guard, 'Bearer t')).toMatchObject({
      status: 'Unavailable',
      detail: { why: 'away' },
    })
    expect(refused).toEqual(['no-provider-keys'])
    const broken = guardOf(failing(new RangeError('a bug')))
    await expect(broken.guard.authenticate('Bearer t')).rejects.toThrow(RangeError)
    expect(broken.refused).toEqual([])
  })

  it('R14 refuses a token whose sign-on was ended, and knows whose it was', async () => {
    const { guard, endedSignOns, refused } = guardOf(knows('t'))
    const first = await guard.authenticate('Bearer t')
    expect(await guard.authenticate('Bearer t')).toBe(first)
    expect(first.may('panels.read') && !first.may('panel-environment.read')).toBe(true)
    endedSignOns.noteEnded(pat)
    expect(await problemOf(guard, 'Bearer t')).toMatchObject({
      status: 'Unauthorized',
      isStranger: false,
      detail: { why: 'the sign-on was ended', subject: 'pat', email: 'pat@example.com' },
    })
    expect(refused).toEqual(['ended'])
  })

  const callers = {
    support: withRights(pat, 'prod'),
    auditor: withRights({ ...pat, roles: ['auditor'] }, 'prod'),
    outsider: withRights({ ...pat, roles: [] }, 'prod'),
    neighbour: neighbourUser('Verizon'),
  }
  it.each([
    ['public', ['support', 'auditor', 'outsider', 'neighbour']],
    ['signed-in', ['support', 'auditor', 'outsider', 'neighbour']],
    ['any-right', ['support', 'auditor']],
    ['neighbour', ['neighbour']],
    ['panels.read', ['support']],
    ['panel-environment.read', []],
    ['user-actions.read', ['support', 'auditor']],
  ] as const)('D16 R15 access %s is for %j', (access, expected) => {
    const { guard } = guardOf()
    const allowed = Object.entries(callers).filter(([, user]) => {
      try {
        guard.authorise(user, access)
        return true
      } catch (error) {
        expect(error).toMatchObject({
          status: 'Forbidden',
          detail: { permission: access, roles: user.roles },
        })
        return false
      }
    })
    expect(allowed.map(([name]) => name)).toEqual(expected)
  })
})

describe('D15 a user', () => {
  it('is issuer and subject together; a neighbour has a name and nothing else', () => {
    expect(userKey(pat)).toBe('https://id.example pat')
    const neighbour = neighbourUser('Verizon')
    expect([isNeighbour(neighbour), isNeighbour(pat)]).toEqual([true, false])
    expect(neighbour).toMatchObject({ subject: 'Verizon', email: '', sessionId: '', tokenId: '', roles: [] })
    expect(neighbour.may('panels.read')).toBe(false)
  })
})
