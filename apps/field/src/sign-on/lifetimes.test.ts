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
