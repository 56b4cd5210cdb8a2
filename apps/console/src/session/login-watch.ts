import type Keycloak from 'keycloak-js'
import { onSession } from './events.ts'
import { holder } from './holder.ts'
import { newKeycloak, PROVIDER_TIMEOUT } from './provider.ts'
import { getSession, subscribe } from './store.ts'
import { refreshNow } from './token-manager.ts'

/** Specification 9: session check interval, in seconds. */
const CHECK_INTERVAL = 5

let watching: Keycloak | null = null

/**
 * keycloak-js's login iframe: where the browser allows third-party cookies, a logout elsewhere (another
 * application, the provider's own page) is seen within seconds. It runs on an instance of its own and beside
 * everything else: sign-on neither waits for it nor fails with it. What it suspects, a refresh confirms: only a
 * 400 of the provider ends the login (R5).
 */
export function watchLogin(): void {
  const keepUp = () => {
    const { tokens } = holder
    if (!tokens) stop()
    else if (getSession().requestStatus !== 'Finished') return
    else if (watching) Object.assign(watching, { token: tokens.access, sessionId: tokens.claims.sid ?? '' })
    else void start()
  }
  subscribe(keepUp)
  onSession('signedOut', stop)
  keepUp()
}

async function start(): Promise<void> {
  const { tokens, idToken } = holder
  // Without `sid` in the token there is nothing to compare with the provider's login.
  if (!tokens?.claims.sid || !tokens.refresh) return
  const client = newKeycloak()
  watching = client
  // Refreshing is the token manager's alone: without third-party cookies keycloak-js would redeem the token too.
  client.updateToken = async () => false
  client.onAuthLogout = () => {
    if (watching === client) void refreshNow('the login at the provider changed')
  }
  try {
    await client.init({
      token: tokens.access,
      refreshToken: tokens.refresh,
      ...(idToken && { idToken }),
      checkLoginIframe: true,
      checkLoginIframeInterval: CHECK_INTERVAL,
      messageReceiveTimeout: PROVIDER_TIMEOUT,
      pkceMethod: 'S256',
      // Its one line here is the warning that third-party cookies are blocked (specification 8).
      enableLogging: true,
    })
    // Stopped meanwhile: keycloak-js has taken up its token after that.
    if (watching !== client) delete client.token
  } catch (error) {
    // 'Timeout when waiting for 3rd party check iframe message.' (specification 8): no check, nothing else lost.
    console.warn(error instanceof Error ? error.message : error)
  }
}

/** Ends the checks: keycloak-js goes on only while it has a token, and leaves its frame behind. */
function stop(): void {
  if (!watching) return
  delete watching.token
  watching = null
  for (const frame of document.querySelectorAll('iframe[title^="keycloak-"]')) frame.remove()
}
