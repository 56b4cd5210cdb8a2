import { constants, hash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { Constructed, fromBER, ObjectIdentifier, OctetString as Octets, Sequence } from 'asn1js'

// Time-stamps by RFC 3161, their signing certificates by RFC 5816: what is asked, and whether what came holds.

const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
const sha256 = '2.16.840.1.101.3.4.2.1'
const digestOfSignature: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const plainRsa = '1.2.840.113549.1.1.1'
const rsaPss = '1.2.840.113549.1.1.10'
const ed25519 = '1.3.101.112'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificate = '1.2.840.113549.1.9.16.2.12'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
const timeStampInfo = '1.2.840.113549.1.9.16.1.4'
const forTimeStamps = '1.3.6.1.5.5.7.3.8'

/** A time-stamp does not hold, or none came; the message is a sentence. */
export class NoTimeStamp extends Error {
  override name = 'NoTimeStamp'
}

/** What a time-stamp says. */
interface TimeStamp {
  /** By the clock of the person who made it. */
  at: Date
  /** Hexadecimal; empty: none. */
  nonce: string
}

/** A request for this hash (SHA-256, 64 hexadecimal digits), and the number that the answer must bear. */
export function timeStampQuery(hashed: string): { bytes: Buffer; nonce: string } {
  const nonce = randomBytes(8)
  // Positive, and without a leading zero.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40
  const query = new TimeStampReq({
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256, parameters: null }),
      hashedMessage: new OctetString(Buffer.from(hashed, 'hex')),
    }),
    nonce: exact(nonce),
    certReq: true,
  })
  return { bytes: Buffer.from(AsnConvert.serialize(query)), nonce: nonce.toString('hex') }
}

/**
 * The token of an answer.
 * @throws NoTimeStamp
 */
export function tokenOf(answer: Uint8Array): Buffer {
  let response: TimeStampResp
  try {
    response = AsnConvert.parse(answer, TimeStampResp)
  } catch {
    throw new NoTimeStamp('what came is no answer of a time-stamp server (RFC 3161).')
  }
  const { status, timeStampToken } = response
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods
  if (!isGranted || !timeStampToken)
    throw new NoTimeStamp(`the time-stamp server refused (status ${status.status}).`)
  return Buffer.from(AsnConvert.serialize(timeStampToken))
}

/**
 * That the token is a time-stamp of this hash, signed by its certificate, and that one goes back to one of `roots`; with
 * none of them, whose it is remains open.
 * @throws NoTimeStamp
 */
export function checkToken(token: Uint8Array, hashed: string, roots: readonly X509Certificate[]): TimeStamp {
  try {
    const { signed, certificates, attributes } = open(token)
    const content = Buffer.from(signed.encapContentInfo.eContent?.single?.buffer ?? new ArrayBuffer())
    const info = AsnConvert.parse(content, TSTInfo)
    const [signer, ...more] = signed.signerInfos
    if (!signer || more.length > 0) throw new NoTimeStamp('it has not one signature.')
    const certificate = signerOf(signer, certificates)
    if (!isSigned(signer, { certificate, content, attributes }))
      throw new NoTimeStamp('its signature is wrong.')
    const { hashAlgorithm, hashedMessage } = info.messageImprint
    if (hashAlgorithm.algorithm !== sha256 || Buffer.from(hashedMessage.buffer).toString('hex') !== hashed)
      throw new NoTimeStamp('it is of another hash.')
    if (roots.length > 0) goesBackTo(roots, certificate, certificates, info.genTime)
    return { at: info.genTime, nonce: info.nonce ? Buffer.from(info.nonce).toString('hex') : '' }
  } catch (error) {
    throw error instanceof NoTimeStamp ? error : new NoTimeStamp('it cannot be read.')
  }
}

/** The certificates and what was signed as they came: to write them again could change a byte. */
function open(token: Uint8Array): {
  signed: SignedData
  certificates: X509Certificate[]
  attributes: Buffer
} {
  const { content } = AsnConvert.parse(token, ContentInfo)
  const signed = AsnConvert.parse(content, SignedData)
  if (signed.encapContentInfo.eContentType !== timeStampInfo) throw new NoTimeStamp('it is no time-stamp.')
  const parts = partsOf(fromBER(content).result)
  const certificates = parts
    .filter(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0)
    .flatMap(partsOf)
    .map((each) => new X509Certificate(each.valueBeforeDecodeView))
  // Of the signer: version, who, digest, attributes. Signed as the set that they are, though they stand under another tag.
  const attributes = Buffer.from(partsOf(partsOf(parts.at(-1))[0])[3]?.valueBeforeDecodeView ?? [])
  attributes[0] = 0x31
  return { signed, certificates, attributes }
}

type Asn1 = ReturnType<typeof fromBER>['result']
const partsOf = (part: Asn1 | undefined): Asn1[] =>
  part instanceof Constructed ? (part.valueBlock.value as Asn1[]) : []

const attributeOf = ({ signedAttrs = [] }: SignerInfo, type: string) =>
  signedAttrs.find(({ attrType }) => attrType === type)?.attrValues[0]

/** The one that the signature itself names (RFC 5816). */
function signerOf(signer: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const second = attributeOf(signer, signingCertificateV2)
  const value = second ?? attributeOf(signer, signingCertificate)
  const id = partsOf(partsOf(partsOf(value && fromBER(value).result)[0])[0])
  const hashed = id.find((part) => part instanceof Octets)
  const [algorithm] = id[0] instanceof Sequence ? partsOf(id[0]) : []
  const named = algorithm instanceof ObjectIdentifier ? digests[algorithm.getValue()] : 'sha256'
  const digest = second ? named : 'sha1'
  const found = certificates.find(
    ({ raw }) =>
      hashed && digest && hash(digest, raw, 'hex') === Buffer.from(hashed.getValue()).toString('hex'),
  )
  if (!found) throw new NoTimeStamp('the certificate that signed it is not there.')
  return found
}

function isSigned(
  signer: SignerInfo,
  given: { certificate: X509Certificate; content: Buffer; attributes: Buffer },
): boolean {
  const { certificate, content, attributes } = given
  const algorithm = signer.signatureAlgorithm.algorithm
  const digest = digests[signer.digestAlgorithm.algorithm]
  const type = attributeOf(signer, contentType)
  const digested = attributeOf(signer, messageDigest)
  if (!digest || !type || !digested) return false
  const isAbout =
    (fromBER(type).result as ObjectIdentifier).getValue() === timeStampInfo &&
    Buffer.from(AsnConvert.parse(digested, OctetString).buffer).equals(hash(digest, content, 'buffer'))
  const isPlain = algorithm === plainRsa || algorithm === rsaPss
  const by = algorithm === ed25519 ? null : isPlain ? digest : digestOfSignature[algorithm]
  if (!isAbout || by === undefined) return false
  const key = {
    key: certificate.publicKey,
    ...(algorithm === rsaPss && { padding: constants.RSA_PKCS1_PSS_PADDING }),
  }
  return verify(by, attributes, key, Buffer.from(signer.signature.buffer))
}

/** The way from the certificate to a root, each valid at that time. */
function goesBackTo(
  roots: readonly X509Certificate[],
  leaf: X509Certificate,
  certificates: readonly X509Certificate[],
  at: Date,
): void {
  if (leaf.keyUsage?.join() !== forTimeStamps)
    throw new NoTimeStamp('its certificate is not one for time-stamps.')
  let each = leaf
  for (let steps = 0; steps <= certificates.length + 1; steps++) {
    if (at.getTime() < Date.parse(each.validFrom) || at.getTime() > Date.parse(each.validTo))
      throw new NoTimeStamp('a certificate of it was not valid at its time.')
    if (roots.some(({ raw }) => raw.equals(each.raw))) return
    const issuer = [...roots, ...certificates].find(
      (other) => other.ca && each.checkIssued(other) && each.verify(other.publicKey),
    )
    if (!issuer || issuer === each) break
    each = issuer
  }
  throw new NoTimeStamp('its certificate does not go back to one of AUDIT_TIMESTAMP_CA.')
}

/** An ArrayBuffer of just these bytes. */
const exact = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
