import { afterEach, beforeEach, expect, it } from 'vitest'
import { adoptTokens, dropTokens, holder, storeTokens } from './holder.ts'
import { configureProvider } from './provider.ts'

const exp = Math.floor(Date.now() / 1000) + 300
const tokensOf = (sid: string, jti: string) => {
  const claims = { sub: 'u1', email: 'a@b.example', name: 'A', iat: exp - 300, exp, sid, jti }
  const access = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.c2lnbmF0dXJl`
  return { access, refresh: `refresh-${jti}`, accessDuration: 300, refreshDuration: 1800 }
}

beforeEach(() =>
  configureProvider({
    url: 'https://id.example',
    realm: 'r',
    clientId: 'support-console',
    refreshReuseSeconds: 0,
  }),
)
afterEach(dropTokens)

it('R8 the ID token of a login goes with it: its hint would end another one', () => {
  storeTokens(tokensOf('login-1', 'a'), { idToken: 'id-token-1', timeSkew: 0 })
  expect(adoptTokens(tokensOf('login-1', 'b'))).toBe(true)
  expect(holder.idToken).toBe('id-token-1')
  expect(adoptTokens(tokensOf('login-2', 'c'))).toBe(true)
  expect(holder.idToken).toBeNull()
})
