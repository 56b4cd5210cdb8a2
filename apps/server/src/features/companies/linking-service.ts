import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the linking service calls: by the bearer token that it was given, compared in constant time.
 * @param token '' where none is configured: then no one is let in
 */
export function linkingServiceProof(token: string): (headers: IncomingHttpHeaders) => boolean {
  const expected = digest(token)
  return ({ authorization = '' }) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
    return token !== '' && given !== undefined && timingSafeEqual(digest(given), expected)
  }
}

/** Of equal length whatever was sent, so that the time tells nothing. */
const digest = (text: string) => createHash('sha256').update(text).digest()
