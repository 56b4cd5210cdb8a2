import { z } from 'zod'
import type { Config } from '../../config.ts'
import { systemClock, within } from '../../platform/clock.ts'
import { createProvider, discoveryAddress } from '../../platform/sign-on/provider.ts'
import { algorithms } from '../../platform/sign-on/verify-token.ts'
import { clockFinding, type Finding, findingsOf, reasonOf } from './finding.ts'

const { fine, warning, fault } = findingsOf('sign-on provider')
const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })
const Keys = z.object({
  keys: z.array(z.object({ kty: z.string(), alg: z.string().optional(), use: z.string().optional() })),
})
const patienceMs = 5_000

/** Its discovery, its keys, its clock. */
export async function lookAtProvider({ signOn }: Pick<Config, 'signOn'>): Promise<Finding[]> {
  const keysUrl = await createProvider(signOn, systemClock)
    .keysUrl()
    .catch(() => '')
  return [...(await lookAtDiscovery(signOn, keysUrl)), ...(keysUrl ? await lookAtKeys(keysUrl) : [])]
}

async function lookAtDiscovery({ issuer, jwksUrl }: Config['signOn'], keysUrl: string): Promise<Finding[]> {
  const address = discoveryAddress(issuer)
  try {
    const { data, date } = await get(address, Discovery)
    return [
      data.issuer === issuer
        ? fine(`${issuer} tells of itself.`)
        : fault(
            `It calls itself ${data.issuer}, and OIDC_ISSUER says ${issuer}: no token will fit. Set OIDC_ISSUER to its own word, to the letter.`,
          ),
      ...(data.jwks_uri === keysUrl
        ? []
        : [
            warning(
              `It has its keys at ${data.jwks_uri}, and they are read from ${keysUrl}: see OIDC_JWKS_URL${jwksUrl ? '' : ', which is empty'}.`,
            ),
          ]),
      ...(date === undefined ? [] : [clockFinding('sign-on provider', date)]),
    ]
  } catch (error) {
    return [fault(`${address} cannot be read (${reasonOf(error)}). Check OIDC_ISSUER and the way there.`)]
  }
}

async function lookAtKeys(jwksUrl: string): Promise<Finding[]> {
  try {
    const { data } = await get(jwksUrl, Keys)
    const known = (alg = '') => (algorithms as readonly string[]).includes(alg)
    const fitting = data.keys.filter(
      ({ alg, kty, use }) => use !== 'enc' && (alg ? known(alg) : kty === 'RSA' || kty === 'EC'),
    )
    return [
      fitting.length > 0
        ? fine(`It has ${fitting.length} of the keys that tokens may be signed with.`)
        : fault(
            `${jwksUrl} has no key for ${algorithms.join(', ')}: let the provider sign access tokens with one of these.`,
          ),
    ]
  } catch (error) {
    return [fault(`Its keys at ${jwksUrl} cannot be read (${reasonOf(error)}): no one can sign in.`)]
  }
}

/** @returns what it says, and how far its clock is ahead in milliseconds, where it says the time; to the second */
async function get<T>(address: string, shape: z.ZodType<T>): Promise<{ data: T; date: number | undefined }> {
  const before = systemClock.now().getTime()
  const answer = await within(
    systemClock,
    patienceMs,
    fetch(address, { redirect: 'error', headers: { accept: 'application/json' } }),
  )
  const now = (before + systemClock.now().getTime()) / 2
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const date = answer.headers.get('date')
  return {
    data: shape.parse(await within(systemClock, patienceMs, answer.json())),
    date: date === null ? undefined : Date.parse(date) + 500 - now,
  }
}
