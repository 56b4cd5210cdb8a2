import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { z } from 'zod'
import { parseJson } from './export-format.ts'
import type { SigningKey } from './signing-key.ts'

// Anyone who may enter anything can enter that a month was archived. Only who has the key can sign it.

/** Of the header of what is signed, so that it is taken for nothing else. */
const signedType = 'audit-archive+jws'

/** What a record of an archive says, and what of it is signed. */
const Claim = z.strictObject({
  month: z.string(),
  entries: z.number(),
  first: z.number(),
  last: z.number(),
  sha256: z.string(),
})
type ArchiveClaim = z.infer<typeof Claim>

/** A compact JWS over what the record says. */
export const signArchive = (key: SigningKey, claim: ArchiveClaim): Promise<string> =>
  key.sign(Claim.parse(claim), signedType)

/**
 * Whether the record was signed, and by one of these keys.
 * @param thumbprints of the keys that may have signed (RFC 7638)
 * @returns a sentence about what does not hold; undefined where all does
 */
export async function complaintAboutArchive(
  { month, signature, ...said }: ArchiveClaim & { signature: string | undefined },
  thumbprints: readonly string[],
): Promise<string | undefined> {
  const record = `The record that ${month} was archived and dropped`
  if (signature === undefined)
    return `${record} bears no signature: it was not made by the console, so its missing entries are not explained.`
  const wrong = `${record} bears a wrong signature: it was changed or made up, so its missing entries are not explained.`
  try {
    const { jwk, typ } = decodeProtectedHeader(signature)
    if (!jwk || typ !== signedType) return wrong
    const key: JWK = { kty: jwk.kty ?? '', crv: jwk.crv ?? '', x: jwk.x ?? '' }
    const { payload } = await compactVerify(signature, await importJWK(key, 'EdDSA'), {
      algorithms: ['EdDSA'],
    })
    const claim = Claim.safeParse(parseJson(Buffer.from(payload).toString('utf8'))).data
    const { entries, first, last, sha256 } = said
    if (
      claim?.month !== month ||
      claim.entries !== entries ||
      claim.first !== first ||
      claim.last !== last ||
      claim.sha256 !== sha256
    )
      return wrong
    const thumbprint = await calculateJwkThumbprint(key)
    if (thumbprints.includes(thumbprint)) return undefined
    return `${record} was signed by another key, ${thumbprint}. If that is an earlier key of the console by what you noted down, give it as well (--key or --thumbprint=T).`
  } catch {
    return wrong
  }
}
