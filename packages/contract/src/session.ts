import { z } from 'zod'
import { defineCall } from './call.ts'
import { environments, permissions } from './permissions.ts'

/** Addresses of a provider that is not Keycloak, as its own document names them. */
const SignOnEndpoints = z.object({
  authorize: z.string(),
  token: z.string(),
  keys: z.string(),
  userInfo: z.string().optional(),
  logout: z.string().optional(),
  revoke: z.string().optional(),
  checkSession: z.string().optional(),
})
export type SignOnEndpoints = z.infer<typeof SignOnEndpoints>

/** What the console must know before anybody has signed in (decision 17). Holds nothing secret. */
export const RuntimeConfig = z.object({
  environment: z.enum(environments),
  version: z.string(),
  signOn: z.object({
    /** The provider's address, realm and client as keycloak-js takes them. */
    url: z.string(),
    realm: z.string(),
    clientId: z.string(),
    /** For so long the provider takes a refresh token a second time, where its answer was lost; 0: never (F7). */
    refreshReuseSeconds: z.number(),
    /** Of any other provider than Keycloak (D11). */
    endpoints: SignOnEndpoints.optional(),
  }),
  /** Links for the profile pop-over (specification 2.1). */
  profileUrl: z.string(),
  applicationLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  brandUrl: z.string().nullable(),
  /** Whether command lines may sign in with a code (D60). */
  deviceSignOn: z.boolean(),
  /** Whether what cuts off takes a reason, and where its ticket is read: an address with {ticket}. */
  reasons: z.object({ areRequired: z.boolean(), ticketUrl: z.string().nullable() }),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const getRuntimeConfig = defineCall({
  method: 'GET',
  path: '/configuration/v1/runtime',
  access: 'public',
  spec: 'D17',
  summary: 'Which host this is, where sign-on lives and which version runs',
  data: RuntimeConfig,
})

const UserAccess = z.object({
  email: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.enum(permissions)),
})

export const getAccess = defineCall({
  method: 'GET',
  path: '/session/v1/access',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'D16',
  summary: 'What the signed-in user may do',
  data: UserAccess,
})

export const endSession = defineCall({
  method: 'POST',
  path: '/session/v1/end',
  access: 'signed-in',
  takesSignOn: true,
  spec: 'R14',
  audit: { screen: 'Session', action: 'End the sign-on', changesNothing: true },
  summary: 'End the sign-on at once: its access tokens count no longer',
  data: z.null(),
})

export const sessionCalls = { getRuntimeConfig, getAccess, endSession }
