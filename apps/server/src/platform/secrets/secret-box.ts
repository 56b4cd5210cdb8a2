import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/**
 * A secret as the database keeps it (D32): the id of its key, a colon, and in base64url 12 bytes of nonce, the text
 * encrypted by AES-256-GCM, 16 bytes of proof. An empty one is empty.
 */
export type Sealed = string

/** Encrypts secrets at rest. Several keys can read, so that they can change; the newest writes. */
export interface SecretBox {
  /** Of the key that writes. */
  keyId: string
  /** Of all that can read. */
  keyIds: readonly string[]
  /** @param place where it is kept, as 'sim 8901…': moved to another place, it cannot be opened */
  seal(plain: string, place: string): Sealed
  /** @throws SecretClosed */
  open(sealed: Sealed, place: string): string
}

/** A secret that no given key opens, or that was changed; the message is a sentence. */
export class SecretClosed extends Error {
  override name = 'SecretClosed'
}

const [nonceBytes, proofBytes] = [12, 16]

/** @param keys 32 bytes each, the newest first */
export function createSecretBox(keys: readonly [Buffer, ...Buffer[]]): SecretBox {
  // As a key object: bytes are made one again for each secret, which takes longer than to encrypt it.
  const byId = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]))
  const keyId = keyIdOf(keys[0])
  const newest = byId.get(keyId) as KeyObject
  return {
    keyId,
    keyIds: [...byId.keys()],
    seal(plain, place) {
      if (plain === '') return ''
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(place))
      const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
      return `${keyId}:${Buffer.concat(parts).toString('base64url')}`
    },
    open(sealed, place) {
      if (sealed === '') return ''
      const [id = '', text = ''] = sealed.split(':')
      const key = byId.get(id)
      if (!key)
        throw new SecretClosed(`The secret of ${place} is encrypted with the key ${id}, which is not given.`)
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
          authTagLength: proofBytes,
        })
        decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-proofBytes))
        const plain = decipher.update(bytes.subarray(nonceBytes, -proofBytes))
        return Buffer.concat([plain, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new SecretClosed(`The secret of ${place} was changed and cannot be decrypted.`, { cause })
      }
    },
  }
}

let nonces = Buffer.alloc(0)

/** Taken from many that were made at once: an import encrypts a million secrets, and to ask for each nonce is half of that. */
function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(1000 * nonceBytes)
  const nonce = nonces.subarray(0, nonceBytes)
  nonces = nonces.subarray(nonceBytes)
  return nonce
}

/** Tells nothing of the key. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 12)
