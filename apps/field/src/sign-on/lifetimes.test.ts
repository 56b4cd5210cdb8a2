import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunningField } from '../serve.ts'
import { Browser, type Tokens } from '../testing/browser.ts'
import { startField } from '../testing/start-field.ts'

const MINUTE = 60_000
let field: RunningField

beforeAll(async () => {
  field = await startField({ accessTokenSeconds: 120 })
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())
afterAll(() => field.close())

const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE)
const refreshed = async (browser: Browser, tokens: Tokens) =>
  (await (await browser.refresh(tokens.refresh_token)).json()) as Tokens
const signedIn = async (browser: Browser) =>
  (await browser.open(browser.authorization())).headers.get('location')?.includes('#code=') ?? false

describe('R19 lifetimes', () => {
  it('access tokens live as long as the setting says', async () => {
    expect(await new Browser(field.url).signIn()).toMatchObject({ expires_in: 120, refresh_expires_in: 1800 })
  })

  it('a login that is refreshed stays, one that is idle for 30 minutes ends', async () => {
    const browser = new Browser(field.url)
    let tokens = await browser.signIn()
    for (let i = 0; i < 3; i++) {
      later(29)
      tokens = await refreshed(browser, tokens)
    }
    expect(await signedIn(browser)).toBe(true)
    later(31)
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
    expect(await signedIn(browser)).toBe(false)
  })

  it('R18 ends 8 hours after signing in, however often it was refreshed', async () => {
    const browser = new Browser(field.url)
    let tokens = await browser.signIn()
    for (let i = 0; i < 19; i++) {
      later(25)
      tokens = await refreshed(browser, tokens)
    }
    expect(tokens.refresh_expires_in).toBeLessThanOrEqual(5 * 60)
    later(6)
    expect((await browser.refresh(tokens.refresh_token)).status).toBe(400)
    expect(await signedIn(browser)).toBe(false)
  })

  describe('F7 a refresh token whose answer may have been lost', () => {
    const next = async (browser: Browser, token: string) => {
      const answer = await browser.refresh(token)
      return answer.status === 200 ? ((await answer.json()) as Tokens).refresh_token : answer.status
    }

    it('is taken once more within ten seconds; a third time ends the login', async () => {
      const browser = new Browser(field.url)
      const { refresh_token: first } = await browser.signIn()
      await next(browser, first)
      later(9 / 60)
      const second = await next(browser, first)
      expect(second).toEqual(expect.any(String))
      expect(await next(browser, first)).toBe(400)
      expect(await next(browser, String(second))).toBe(400)
      expect(await signedIn(browser)).toBe(false)
    })

    it('is not taken later, nor when someone has used what came of it: that ends the login', async () => {
      const [late, stale] = [new Browser(field.url), new Browser(field.url)]
      const { refresh_token: first } = await late.signIn()
      await next(late, first)
      later(11 / 60)
      expect(await next(late, first)).toBe(400)
      expect(await signedIn(late)).toBe(false)
      const { refresh_token: old } = await stale.signIn()
      const newer = String(await next(stale, old))
      expect(await next(stale, newer)).toEqual(expect.any(String))
      expect(await next(stale, old)).toBe(400)
      expect(await signedIn(stale)).toBe(false)
    })
  })

  it('R17 a code is of no use after a minute', async () => {
    const browser = new Browser(field.url)
    const code = await browser.code()
    later(1.1)
    expect((await browser.exchange(code)).status).toBe(400)
  })

  it('R19 five minutes after ten failures the account is open again', async () => {
    const browser = new Browser(field.url)
    const page = await browser.signInPage()
    for (let i = 0; i < 10; i++) await browser.submit(page, 'robot@example.com', 'no')
    expect((await browser.submit(page, 'robot@example.com', 'console')).status).toBe(429)
    later(5.1)
    expect((await browser.submit(page, 'robot@example.com', 'console')).status).toBe(303)
  })
})
