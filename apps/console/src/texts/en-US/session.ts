/** Sentences of sign-on and of calls: what happened, and what to do next. */
export const session = {
  UnableToAuthenticate: 'Unable to authenticate!',
  InsecureContext:
    'Sign-on works only at a secure address. Open the console with https, or on this machine at http://localhost.',
  SignOnUnreachable: 'The sign-on service cannot be reached. Check your network and try again.',
  SignOnRefused:
    'The sign-on service refused: @@reason@@. Try again; if it keeps happening, ask an administrator.',
  SignOnNoAnswer: 'The sign-on service did not complete the sign-in. Try again.',
  SignOnMismatch: 'The answer of the sign-on service does not belong to this sign-in. Try again.',
  SignOnLoop:
    'Signing in succeeds, but the console’s server refuses the session. Wait a minute and try again; if it keeps happening, ask an administrator to check the console’s client at the sign-on service.',
  StoredTokenInvalid: 'The stored sign-on is no longer valid. Sign in again.',
  AccountWithoutEmail:
    'The account @@account@@ has no email address at the sign-on service. The console needs it to record who does what. Ask an administrator to add it there, then try again.',
  CookiesRefused:
    'This browser does not keep cookies for this site, so you cannot stay signed in. Allow cookies for it and try again.',
  CookieTooLarge:
    'The sign-on data is too large for this browser: @@cookie@@ has @@bytes@@ {byte|bytes}, at most @@limit@@ fit. Usually the token carries too many roles; ask an administrator to remove some.',
  RefreshUnreachable:
    'The sign-on service cannot be reached, so calls are waiting. Your work is kept; trying again in @@seconds@@ s.',
  RefreshUnknown:
    'It is not known whether your sign-on was renewed, so calls are waiting. Your work is kept; trying again in @@seconds@@ s.',
  SignedOutHereOnly:
    'You are signed out of the console, but the sign-on service could not be reached. Close the browser if others use this machine.',
  NotSignedIn: 'You are not signed in. Sign in and try again.',
  SignOnTakesTooLong:
    'The sign-on service has not answered for a while, so the call was not made. Try again in a minute.',
  ServerUnreachable: 'The server cannot be reached. Check your network and try again in a minute.',
  ServerTooSlow:
    'The server has not answered within @@seconds@@ s. What you asked for may still happen; check before you ask again.',
  AnswerGarbled:
    'The server’s answer could not be read. Try again; if it keeps happening, ask an administrator.',
  Cancelled: 'The call was cancelled.',
} as const
