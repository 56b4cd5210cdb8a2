import { type Facts, knownOf } from './facts.ts'

/** Since when a panel that was asked for is silent; undefined: it is not, or no one knows. */
export function silentSince({
  cloudId,
  connection,
}: Pick<Facts, 'cloudId' | 'connection'>): string | undefined {
  const seen = cloudId === null ? undefined : knownOf(connection)
  if (!seen || seen.state === 'connected') return undefined
  return seen.since
}
