import { StartError } from '../settings/start-error.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * @param what 'VPN passwords'
 * @param former how many secrets there are under each key
 * @throws StartError where a key is not given that is still needed
 */
export function refuseLost(
  secrets: SecretBox,
  what: string,
  former: readonly { keyId: string; count: number }[],
): void {
  const lost = former.filter(({ keyId }) => !secrets.keyIds.includes(keyId))
  if (lost.length === 0) return
  const keys = lost.map(({ keyId, count }) => `${keyId} (${count} of them)`)
  throw new StartError(`SECRETS_KEY lacks a key that ${what} are encrypted with: ${keys.join(', ')}.`)
}
