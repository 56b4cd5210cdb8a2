import { calls, permissionsOf, type RuntimeConfig, thing } from '@support-console/contract'
import type { Config } from '../../config.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'

/** The calls around a session: what the console needs before and after signing in (D16, D17, R14). */
export function registerSession(api: Api, version: string): void {
  const { config } = api.platform
  const runtime = runtimeConfigOf(config, version)

  registerCall(api, calls.getRuntimeConfig, async () => ({ data: runtime }))

  registerCall(api, calls.getAccess, async ({ user }) => ({
    data: {
      email: user.email,
      roles: [...user.roles],
      permissions: [...permissionsOf(user.roles, config.environment)],
    },
  }))

  registerCall(api, calls.endSession, async ({ user }, work) => {
    const done = await work.finish({ object: thing('session', user.sessionId) }, async (trx) => {
      await api.endedSignOns.end(trx, user)
      return { data: null, message: 'You are signed out.' }
    })
    api.endedSignOns.noteEnded(user)
    return done
  })
}

/** keycloak-js takes the issuer in parts: `{url}/realms/{realm}`. */
function runtimeConfigOf(config: Config, version: string): RuntimeConfig {
  const { issuer, clientId, refreshReuseSeconds } = config.signOn
  const [, url = issuer, realm = ''] = /^(.*)\/realms\/([^/]+)$/.exec(issuer) ?? []
  return {
    environment: config.environment,
    version,
    signOn: { url, realm, clientId, refreshReuseSeconds },
    profileUrl: config.profileUrl,
    applicationLinks: config.applicationLinks,
    brandUrl: config.brandUrl,
  }
}
