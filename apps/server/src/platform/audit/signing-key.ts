import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose'
import { madeFile } from '../made-file.ts'

/** The key that signs what leaves for an auditor (RFC 8037); its private half stays in here. */
export interface SigningKey {
  /** RFC 7638, SHA-256, base64url. */
  thumbprint: string
  /** The public key. */
  jwk: PublicJwk
  /** A compact JWS over this object, with the public key in its header; `type`: default `signedType`. */
  sign(payload: object, type?: string): Promise<string>
}

interface PublicJwk {
  kty: string
  crv: string
  x: string
}

/** Nothing can be signed; the message is a sentence for anyone who asked. */
export class NoSigningKey extends Error {
  override name = 'NoSigningKey'
}

/** Of the header of what is signed, so that it is taken for nothing else. */
export const signedType = 'audit-export+jws'

interface KeyConfig {
  demo: boolean
  database: { folder: string }
  auditSigningKey: string
}

/**
 * The key of AUDIT_SIGNING_KEY; in the demo without one a key that is made once and kept in the data folder.
 * @throws NoSigningKey
 */
export async function openSigningKey({ demo, database, auditSigningKey }: KeyConfig): Promise<SigningKey> {
  if (auditSigningKey !== '') return signingKeyOf(createPrivateKey(auditSigningKey))
  if (!demo)
    throw new NoSigningKey(
      'Nothing can be exported from the audit trail, since there is no key to sign it: set AUDIT_SIGNING_KEY or AUDIT_SIGNING_KEY_FILE.',
    )
  const path = demoKeyPath(database)
  try {
    return signingKeyOf(createPrivateKey(await madeFile(path, newKey)))
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it holds no private key'
    throw new NoSigningKey(
      `The key that signs exports of the audit trail, ${path}, cannot be used (${reason}).`,
    )
  }
}

/** Where the demo keeps its key. */
export const demoKeyPath = ({ folder }: KeyConfig['database']): string =>
  join(folder, 'audit-signing-key.pem')

const newKey = (): string =>
  String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

async function signingKeyOf(privateKey: KeyObject): Promise<SigningKey> {
  const { jwk, thumbprint } = await publicKeyOf(createPublicKey(privateKey))
  return {
    thumbprint,
    jwk,
    sign: (payload, type = signedType) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: thumbprint, jwk })
        .sign(privateKey),
  }
}

/** A public key as JWK with its thumbprint. */
export async function publicKeyOf(key: KeyObject): Promise<{ jwk: PublicJwk; thumbprint: string }> {
  const { kty = '', crv = '', x = '' } = await exportJWK(key)
  const jwk = { kty, crv, x }
  return { jwk, thumbprint: await calculateJwkThumbprint(jwk) }
}
