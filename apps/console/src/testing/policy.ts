/** The server's policy (R20), but for the addresses of its provider, and for Vite's own style elements. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-vite'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

const refused: string[] = []

/** What the policy has refused since the test began. */
export const refusals = (): readonly string[] => refused
export const forgetRefusals = () => refused.splice(0)

/** From now on the page of the tests lives under the server's policy, as the console does. */
export function liveUnderPolicy(): void {
  if (document.querySelector('meta[http-equiv]')) return
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) =>
    refused.push(`${effectiveDirective} ${blockedURI} ${sample}`),
  )
  const meta = document.createElement('meta')
  meta.httpEquiv = 'Content-Security-Policy'
  meta.content = policy
  document.head.append(meta)
}
