import { type Permission, permissions, readingOf } from './permissions.ts'

/** How many live tokens one person may have. */
export const mostTokens = 10
export const longestTokenName = 60
export const longestTokenDays = 90
export const usualTokenDays = 30
/** So many days before its end a person is told. */
export const toldTokenDays = 7
/** @param now in milliseconds, of the server */
export const endsSoon = (endsAt: string, now: number): boolean =>
  Date.parse(endsAt) - now < toldTokenDays * 86_400_000
/** A token rests while its person has not signed in for so many days: what they may do is only known from a sign-on. */
export const signOnDays = 30

/**
 * What a token may be for (D58): ends of sign-ons and the browser's own record are a sign-on's alone; a webhook would go on telling after
 * the token that made it was revoked.
 */
export const tokenScopes = permissions.filter(
  (permission) =>
    permission !== 'sign-ons.end' && permission !== 'activity-log.write' && permission !== 'webhooks.manage',
)

/** Scopes that are chosen without their reading; it takes both (D45). */
export const withoutReading = (scopes: readonly Permission[]): Permission[] =>
  scopes.filter((scope) => !scopes.includes(readingOf(scope)))

/** Why a token is refused now. */
export const tokenStates = ['live', 'ended', 'revoked', 'sign-ons-ended', 'rests'] as const
export type TokenState = (typeof tokenStates)[number]

/** The device flow of the command line (D60, RFC 8628), where it is switched on. */
export const deviceFlow = {
  codePath: '/api/tokens/v1/device/code',
  tokenPath: '/api/tokens/v1/device/token',
  grantType: 'urn:ietf:params:oauth:grant-type:device_code',
  clientId: 'isc',
  /** So long a code counts. */
  minutes: 10,
  /** In such a pace the command line asks; by so much longer each time it did not keep to it. */
  seconds: 5,
} as const
/** What a machine is called. */
export const longestMachine = 64
