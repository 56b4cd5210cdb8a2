import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Store } from '../store/store.ts'

export interface SignOnKeys {
  /** Private RS256 key, with kid. */
  signing: JWK
  /** Secrets that sign the provider's cookies. */
  cookies: string[]
}

/** The provider's keys: made on the first start, kept in the store, so that sign-ons outlive a restart. */
export async function openKeys(store: Store): Promise<SignOnKeys> {
  const kept = store.keep('sign-on-keys', () => ({
    signing: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK,
    cookies: [randomBytes(32).toString('base64url')],
  }))
  const kid = await calculateJwkThumbprint(kept.signing)
  return { signing: { ...kept.signing, kid, alg: 'RS256', use: 'sig' }, cookies: kept.cookies }
}
