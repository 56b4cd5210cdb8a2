import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningField } from '../serve.ts'
import { Browser } from '../testing/browser.ts'
import { basic, startField } from '../testing/start-field.ts'

let field: RunningField
const browser = () => new Browser(field.url)

beforeAll(async () => {
  field = await startField({ refreshReuseSeconds: 0 })
})
afterAll(() => field.close())

describe('the code', () => {
  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with the plain method', { code_challenge_method: 'plain' }],
    ['with the implicit flow', { response_type: 'token' }],
  ])('R17 is refused %s', async (_title, changes) => {
    const answer = await browser().open(browser().authorization(changes))
    const text = answer.headers.get('location') ?? (await answer.text())
    expect(text).toMatch(/error=|did not work/)
    expect(text).not.toContain('code=')
  })

  it('R17 goes to registered addresses only', async () => {
    for (const redirect_uri of [
      'http://localhost:8080',
      'http://localhost:8080/',
      'http://localhost:8080/logout',
      'http://localhost:8080/login/x',
      'http://evil.example/login',
      'http://localhost:8081/login',
    ]) {
      const answer = await browser().open(browser().authorization({ redirect_uri }))
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
    }
  })

  it('R17 works once: the second use ends the login', async () => {
    const one = browser()
    const code = await one.code()
    const first = await one.exchange(code)
    expect(first.status).toBe(200)
    const second = await one.exchange(code)
    expect(second.status).toBe(400)
    const { refresh_token } = (await first.json()) as { refresh_token: string }
    expect((await one.refresh(refresh_token)).status).toBe(400)
  })

  it('R17 exchanged by several at once is given to exactly one', async () => {
    const one = browser()
    const code = await one.code()
    const answers = await Promise.all([1, 2, 3].map(() => one.exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('R17 needs the verifier', async () => {
    const one = browser()
    expect((await one.exchange(await one.code(), { code_verifier: 'x'.repeat(64) })).status).toBe(400)
  })
})

describe('refreshing', () => {
  it('R18 rotates: each token works once, and using an old one ends the login', async () => {
    const one = browser()
    const { refresh_token: first, access_token } = await one.signIn()
    const second = ((await (await one.refresh(first)).json()) as { refresh_token: string }).refresh_token
    expect(second).not.toBe(first)
    expect((await one.refresh(first)).status).toBe(400)
    expect((await one.refresh(second)).status).toBe(400)
    const userinfo = await fetch(`${one.protocol}/userinfo`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(userinfo.status).toBe(401)
    const asked = await one.open(one.authorization())
    expect(asked.headers.get('location')).toContain('/login-actions/')
  })

  it('R18 by several at once lets exactly one win', async () => {
    const one = browser()
    const { refresh_token } = await one.signIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => one.refresh(refresh_token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
  })

  it('section 7 accepts the Basic header with an empty secret, with and without client_id in the form', async () => {
    const one = browser()
    const { refresh_token } = await one.signIn()
    const authorization = basic('support-console', '')
    const first = await one.refresh(refresh_token, { authorization })
    expect(first.status).toBe(200)
    const { refresh_token: second } = (await first.json()) as { refresh_token: string }
    const form = { grant_type: 'refresh_token', refresh_token: second }
    expect((await one.post('/token', form, { authorization })).status).toBe(200)
  })

  it('section 1 of the security notes: a real secret is refused with 401', async () => {
    const one = browser()
    const { refresh_token } = await one.signIn()
    const answer = await one.refresh(refresh_token, { authorization: basic('support-console', 'secret') })
    expect(answer.status).toBe(401)
    expect((await one.refresh(refresh_token)).status).toBe(200)
  })

  it('answers nonsense with 400 and never with 500', async () => {
    const one = browser()
    for (const token of ['', 'x', 'a.b.c', '..', 'é'.repeat(300)])
      expect((await one.refresh(token)).status).toBe(400)
  })

  it('R8 revokes a refresh token in the form that the console has', async () => {
    const one = browser()
    const { refresh_token } = await one.signIn()
    const form = { client_id: 'support-console', token: refresh_token, token_type_hint: 'refresh_token' }
    expect((await one.post('/revoke', form)).status).toBe(200)
    expect((await one.refresh(refresh_token)).status).toBe(400)
  })
})
