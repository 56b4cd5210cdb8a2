/**
 * The session: sign-on, tokens, cookies (specification 2.3, 3, 4, 6 and 9; D11 to D14; R1 to R8, R25). The only
 * part of the console that touches cookies.
 */
export { onSession, type SessionEvents } from './events.ts'
export { dropKeptInput, keepInput, keptInput, useKeptInput } from './kept-input.ts'
export { setRememberMe } from './remember-me.ts'
export { loginPathFor, safeReturnUrl, wantBack } from './return-url.ts'
export { backOff } from './schedule.ts'
export { acceptSession, completeLogin, login, refuseSession, startSession } from './sign-on.ts'
export { logout } from './sign-out.ts'
export { getSession, useSession } from './store.ts'
export { getToken, type RefreshOutcome, refreshNow } from './token-manager.ts'
export { type Phase, type RequestStatus, type Session, type SessionUser, SignOnError } from './types.ts'
