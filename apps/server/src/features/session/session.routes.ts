import { calls, permissions, type RuntimeConfig, thing } from '@support-console/contract'
import { within } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { Platform } from '../../platform/platform.ts'
import { problems } from '../../platform/problem.ts'
import { noteRights } from '../../platform/sign-on/known-rights.ts'
import { keycloakForm } from '../../platform/sign-on/provider.ts'
import { NoProviderKeys } from '../../platform/sign-on/provider-keys.ts'

/** So long a sign-on waits for its note, in milliseconds. */
const longestNoteMs = 2_000

/** Where the console's frame leads. */
export type SessionSettings = Pick<
  RuntimeConfig,
  'profileUrl' | 'applicationLinks' | 'brandUrl' | 'deviceSignOn'
>

/** The calls around a session: what the console needs before and after signing in (D16, D17, R14). */
export function registerSession(api: Api, version: string, links: SessionSettings): void {
  const { config } = api.platform
  const runtime = runtimeConfigOf(config, version, links)

  registerCall(api, calls.getRuntimeConfig, async () => {
    const endpoints = await endpointsOf(api)
    return { data: { ...runtime, signOn: { ...runtime.signOn, ...(endpoints && { endpoints }) } } }
  })

  registerCall(api, calls.getAccess, async ({ user, log }) => {
    const { clock, db } = api.platform
    // Anyone may sign in while the database is away.
    await within(clock, longestNoteMs, noteRights(db, user)).catch((error: unknown) =>
      log.warn({ err: error }, 'What a person may do was not noted'),
    )
    return {
      data: {
        email: user.email,
        roles: [...user.roles],
        permissions: permissions.filter(user.may),
      },
    }
  })

  registerCall(api, calls.endSession, async ({ user }, work) => {
    return work.finish(async (trx) => {
      await api.endedSignOns.end(trx, user)
      return {
        data: null,
        message: 'You are signed out.',
        entry: { object: thing('session', user.sessionId) },
        afterwards: () => api.endedSignOns.noteEnded(user),
      }
    })
  })
}

async function endpointsOf({ provider }: Api) {
  try {
    return await provider.endpoints()
  } catch (error) {
    throw error instanceof NoProviderKeys ? problems.noKeys(error.message) : error
  }
}

/** keycloak-js takes the issuer in parts: `{url}/realms/{realm}`. */
function runtimeConfigOf(
  { environment, signOn, reasons }: Platform['config'],
  version: string,
  { profileUrl, applicationLinks, brandUrl, deviceSignOn }: SessionSettings,
): RuntimeConfig {
  const { issuer, clientId, refreshReuseSeconds } = signOn
  const [, url = issuer, realm = ''] = keycloakForm.exec(issuer) ?? []
  return {
    environment,
    version,
    signOn: { url, realm, clientId, refreshReuseSeconds },
    profileUrl,
    applicationLinks,
    brandUrl,
    deviceSignOn,
    reasons,
  }
}
