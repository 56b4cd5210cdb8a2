import type { Permission, PersonalToken, Role } from '@support-console/contract'
import type { KeyServer } from './key-server.ts'
import type { TestApp } from './test-app.ts'

/** A person's sign-on as their browser has it: an access token of the provider's. */
export const signOnOf = (keys: KeyServer, subject: string, roles: readonly Role[], claims: object = {}) =>
  keys.token({
    sub: subject,
    sid: subject,
    email: `${subject}@example.com`,
    resource_access: { 'support-console': { roles } },
    ...claims,
  })

/** Makes a personal token by the call, as its person; `secret` goes into the Authorization header. */
export async function makePersonalToken(
  console: TestApp,
  signOn: string,
  scopes: readonly Permission[],
  { name = 'A script', days = 30 } = {},
): Promise<{ token: PersonalToken; secret: string }> {
  const { code, envelope } = await console.call('POST', '/api/tokens/v1/mine', {
    token: signOn,
    body: { name, scopes, days },
  })
  if (code !== 200) throw new Error(envelope.message)
  return envelope.data
}
