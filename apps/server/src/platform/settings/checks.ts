import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

/** Which proxies' X-Forwarded-* count (R33). Not a number of hops: anyone who reaches us directly could claim them. */
export const proxies = z.string().transform((value, context): false | string[] => {
  if (value === '' || value === 'off') return false
  const addresses = value.split(',').map((part) => part.trim())
  const known = (address: string) => {
    const [ip = '', bits, ...rest] = address.split('/')
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    return named || (isIP(ip) > 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits)))
  }
  if (!addresses.every(known))
    context.addIssue({ code: 'custom', message: 'must be off or addresses of proxies, separated by commas' })
  return addresses
})

export const links = z.string().transform((value, context) => {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.map((part) => {
    const at = part.indexOf('=')
    const link = { label: part.slice(0, at).trim(), url: part.slice(at + 1).trim() }
    // Only what may be clicked without harm (R24).
    if (at < 1 || !/^(https:|mailto:|http:\/\/localhost)/.test(link.url) || !URL.canParse(link.url))
      context.addIssue({ code: 'custom', message: 'must be LABEL=https://…, separated by commas' })
    return link
  })
})

/** An address in which `{ticket}` stands for a ticket's number; only what may be clicked without harm (R24). */
export const ticketAddress = z
  .string()
  .refine(
    (value) => value === '' || isTicketAddress(value),
    'must be https://… with {ticket} once, behind the host, or empty',
  )

function isTicketAddress(value: string): boolean {
  const [before = '', ...after] = value.split('{ticket}')
  const isSafe = /^(https:\/\/|http:\/\/localhost\b)/.test(value)
  return isSafe && after.length === 1 && URL.canParse(before) && /^[^/]+\/\/[^/]+\//.test(before)
}

/** An Ed25519 private key; where the environment has no line breaks, they stand as \\n. */
export const signingKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n'))
  .refine((pem) => pem === '' || isEd25519(pem), 'must be an Ed25519 private key (PKCS #8, PEM)')

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** Certificates in PEM, one after the other; none where it is empty. */
export const certificates = z.string().transform((value, context): X509Certificate[] => {
  const found =
    value.replaceAll('\\n', '\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (value.trim() !== '' && found.length === 0) throw new Error('none')
    return found.map((pem) => new X509Certificate(pem))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be certificates in PEM' })
    return []
  }
})

/** Keys of 32 bytes in base64, the newest first; none where it is empty. */
export const secretsKeys = z.string().transform((value, context): Buffer[] => {
  const keys = value.split(/[\s,]+/).filter(Boolean)
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)))
    context.addIssue({
      code: 'custom',
      message:
        'must be 32 random bytes in base64 (openssl rand -base64 32); of several, separated by commas, the newest first',
    })
  return keys.map((key) => Buffer.from(key, 'base64'))
})
