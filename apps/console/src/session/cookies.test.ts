import { describe, expect, it } from 'vitest'
import {
  COOKIE_LIMIT,
  CookieTooLarge,
  cookieNames,
  cookieText,
  decodeSession,
  encodeSession,
  parseCookies,
} from './cookies.ts'

describe('9 cookies', () => {
  it('R1 are for the host, path / and 30 days, SameSite=Strict, Secure on https', () => {
    expect(cookieText('a', 'b', { hostname: 'console.example', secure: true }, 2_592_000)).toBe(
      'a=b; Domain=console.example; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
    )
  })

  it('D13 end with the browser when no one is to be remembered', () => {
    expect(cookieText('a', 'b', { hostname: 'localhost', secure: false }, null)).toBe(
      'a=b; Domain=localhost; Path=/; SameSite=Strict',
    )
  })

  it('R3 are refused before the browser would drop them silently', () => {
    const place = { hostname: 'localhost', secure: false }
    expect(cookieText('a', 'x'.repeat(COOKIE_LIMIT - 1), place, 0)).toContain('a=x')
    expect(() => cookieText('a', 'x'.repeat(COOKIE_LIMIT), place, 0)).toThrow(CookieTooLarge)
    // Browsers count bytes.
    expect(() => cookieText('a', 'é'.repeat(COOKIE_LIMIT / 2), place, 0)).toThrow(CookieTooLarge)
  })

  it('3 have the specification’s names', () => {
    expect(Object.values(cookieNames).sort()).toEqual([
      'oauth-access-token',
      'oauth-access-token-duration',
      'oauth-refresh-token',
      'oauth-refresh-token-duration',
      'remember-me',
      'support-console-session',
    ])
  })

  it('are read as they stand there', () => {
    expect(parseCookies('a=1; b=x=y; c=; a=2')).toEqual(
      new Map([
        ['a', '1'],
        ['b', 'x=y'],
        ['c', ''],
      ]),
    )
    expect(parseCookies('').size).toBe(0)
  })
})

describe('3 the session cookie', () => {
  const session = {
    authenticated: true,
    user: { name: 'Zoë; =Å', email: 'z@example.com', info: { sub: 'u1' } },
    exp: 1300,
    roles: ['support'],
  }

  it('comes back as it went', () => {
    const value = encodeSession(session)
    expect(value).not.toMatch(/[;,\s=]/)
    expect(decodeSession(value)).toEqual(session)
  })

  it.each([undefined, '', '%', 'null', encodeURIComponent('{"exp":"1"}'), encodeURIComponent('{"exp":1}')])(
    'is none when it is %j',
    (value) => {
      expect(decodeSession(value)).toBeNull()
    },
  )
})
