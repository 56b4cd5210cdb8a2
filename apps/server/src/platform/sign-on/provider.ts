import type { SignOnEndpoints } from '@support-console/contract'
import { z } from 'zod'
import { type Clock, within } from '../clock.ts'
import type { PlatformSettings } from '../settings/platform-settings.ts'
import { NoProviderKeys } from './provider-keys.ts'

/** What the provider's own document says (OpenID Connect Discovery 1.0, section 3). */
const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  check_session_iframe: z.url().optional(),
})
export type Discovery = z.infer<typeof Discovery>

const patienceMs = 5_000

/** The sign-on provider's addresses: of Keycloak by its form, of any other one by its own document. */
export interface Provider {
  /** Where its keys are. @throws NoProviderKeys where its document cannot be had */
  keysUrl(): Promise<string>
  /** For the browser; undefined for Keycloak, whose addresses keycloak-js knows. @throws NoProviderKeys */
  endpoints(): Promise<SignOnEndpoints | undefined>
  /** Where a browser may have to go, as far as that is known now. */
  origins(): string[]
}

/** Keycloak's issuers have this form. */
export const keycloakForm = /^(.*)\/realms\/([^/]+)$/

export const discoveryAddress = (issuer: string): string =>
  // Of an issuer that ends in a slash, the slash goes (Discovery, section 4).
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/** @throws Error with a sentence where it cannot be read, or is another issuer's (Discovery, section 4.3) */
async function discover(issuer: string, clock: Clock): Promise<Discovery> {
  const address = discoveryAddress(issuer)
  const asked = fetch(address, { redirect: 'error', headers: { accept: 'application/json' } })
  const answer = await within(clock, patienceMs, asked)
  if (!answer.ok) throw new Error(`${address} answers HTTP ${answer.status}`)
  const found = Discovery.parse(await within(clock, patienceMs, answer.json()))
  if (found.issuer !== issuer)
    throw new Error(`it calls itself ${found.issuer}, and OIDC_ISSUER says ${issuer}`)
  return found
}

export function createProvider({ issuer, jwksUrl }: PlatformSettings['signOn'], clock: Clock): Provider {
  const isKeycloak = keycloakForm.test(issuer)
  let known: Discovery | undefined
  let asking: Promise<Discovery> | undefined

  async function document(): Promise<Discovery> {
    if (known) return known
    asking ??= discover(issuer, clock).finally(() => {
      asking = undefined
    })
    try {
      known = await asking
      return known
    } catch (error) {
      throw new NoProviderKeys(`no document of the provider ${issuer}: ${(error as Error).message}`)
    }
  }

  return {
    async keysUrl() {
      if (jwksUrl) return jwksUrl
      return isKeycloak ? `${issuer}/protocol/openid-connect/certs` : (await document()).jwks_uri
    },
    async endpoints() {
      return isKeycloak ? undefined : endpointsOf(await document())
    },
    origins() {
      const addresses = known ? Object.values(endpointsOf(known)) : []
      return [...new Set([issuer, ...addresses].map((each) => new URL(String(each)).origin))]
    },
  }
}

const endpointsOf = (found: Discovery): SignOnEndpoints => ({
  authorize: found.authorization_endpoint,
  token: found.token_endpoint,
  keys: found.jwks_uri,
  ...(found.userinfo_endpoint && { userInfo: found.userinfo_endpoint }),
  ...(found.end_session_endpoint && { logout: found.end_session_endpoint }),
  ...(found.revocation_endpoint && { revoke: found.revocation_endpoint }),
  ...(found.check_session_iframe && { checkSession: found.check_session_iframe }),
})
