import { z } from 'zod'
import { defineCall, defineReading } from './call.ts'
import { permissions } from './permissions.ts'
import { line, visibleLine } from './text.ts'
import { longestTokenDays, longestTokenName, tokenScopes, tokenStates } from './tokens.words.ts'

/** A personal token as it is listed: never its secret (D58). */
const PersonalToken = z.object({
  tokenId: z.guid(),
  name: z.string(),
  /** How it begins: 'isc_Ab3d'. */
  beginning: z.string(),
  scopes: z.array(z.enum(permissions)),
  /** UTC, ISO 8601, as are all times here. */
  madeAt: z.string(),
  endsAt: z.string(),
  /** To the minute; null: never used. */
  usedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** Who revoked it; empty: it is not revoked. */
  revokedBy: z.string(),
  state: z.enum(tokenStates),
  /** Whose it is. */
  email: z.string(),
  /** From which address a command line asked for it; empty: it was made on the page. */
  origin: z.string(),
})
export type PersonalToken = z.infer<typeof PersonalToken>

export const listTokens = defineCall({
  method: 'GET',
  path: '/tokens/v1/mine',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D58',
  summary: "The caller's own personal tokens, the newest first; those that ended stay for 30 days",
  data: z.array(PersonalToken),
})

const said = { screen: 'Tokens' } as const

export const makeToken = defineCall({
  method: 'POST',
  path: '/tokens/v1/mine',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D58',
  audit: { ...said, action: 'Make a personal token' },
  summary: "Make a personal token for a part of the caller's own rights; the answer alone has its secret",
  carriesSecret: true,
  body: z.strictObject({
    name: visibleLine(longestTokenName),
    scopes: z
      .array(z.enum(tokenScopes, 'is no right that a token can have'))
      .min(1, 'must name at least one right')
      .max(tokenScopes.length, 'must name each right once'),
    days: z
      .number()
      .int('must be a whole number of days')
      .min(1, `must be from 1 to ${longestTokenDays}`)
      .max(longestTokenDays, `must be from 1 to ${longestTokenDays}`),
  }),
  data: z.object({ token: PersonalToken, secret: z.string() }),
})

const params = z.strictObject({ tokenId: z.guid('must be the id of a token') })

export const revokeToken = defineCall({
  method: 'DELETE',
  path: '/tokens/v1/mine/{tokenId}',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D58',
  audit: { ...said, action: 'Revoke the personal token {tokenId}' },
  summary: "Revoke a token of the caller's own, at once and for good",
  params,
  data: PersonalToken,
})

export const listAllTokens = defineCall({
  method: 'GET',
  path: '/tokens/v1/everyones',
  access: 'sign-ons.end',
  takesSignOn: true,
  spec: 'D58',
  summary: "Everyone's personal tokens, the newest first",
  data: z.array(PersonalToken),
})

export const revokeAnyToken = defineCall({
  method: 'DELETE',
  path: '/tokens/v1/everyones/{tokenId}',
  access: 'sign-ons.end',
  takesSignOn: true,
  spec: 'D58',
  audit: { ...said, action: 'Revoke the personal token {tokenId}' },
  summary: "Revoke anyone's token, at once and for good",
  params,
  data: PersonalToken,
})

const typedCode = line(40).min(1, 'must not be empty')

const DeviceAsked = z.object({
  /** As it calls itself. */
  machine: z.string(),
  address: z.string(),
  /** What the token would be for: of what was asked for, what the caller may. */
  scopes: z.array(z.enum(permissions)),
  endsAt: z.string(),
})
export type DeviceAsked = z.infer<typeof DeviceAsked>

export const lookAtDevice = defineReading({
  path: '/tokens/v1/device/look',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D60',
  summary: 'Which command line asks to sign in with a code, and for what; only with DEVICE_SIGN_ON',
  body: z.strictObject({ code: typedCode }),
  data: DeviceAsked,
})

export const answerDevice = defineCall({
  method: 'POST',
  path: '/tokens/v1/device/answer',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D60',
  audit: { ...said, action: 'Answer a command line that asks to sign in' },
  summary:
    'Allow a command line that asks with a code, which makes a personal token for it, or refuse it; only with DEVICE_SIGN_ON',
  body: z.strictObject({ code: typedCode, isAllowed: z.boolean() }),
  /** Null: it is refused. */
  data: PersonalToken.nullable(),
})

export const tokensCalls = {
  listTokens,
  makeToken,
  revokeToken,
  listAllTokens,
  revokeAnyToken,
  lookAtDevice,
  answerDevice,
}
