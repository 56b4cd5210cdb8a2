/** An address from the configuration that a link may carry, or undefined: http and https only (R24). */
export function safeUrl(address: string | null): string | undefined {
  if (!address) return undefined
  const url = URL.parse(address, window.location.origin)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}
