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
