import type { Csr, Why } from '@support-console/contract'

/** A deployment as someone means it. `change`: which of the two releases is newer is not known. */
export interface Order {
  readonly kind: 'upgrade' | 'downgrade' | 'change' | 'return'
  readonly ip: string
  readonly server: string
  readonly from: string
  readonly to: string
  /** The last deployment, which a `return` takes back. */
  readonly lastId: string
  /** It failed. */
  readonly hasFailed: boolean
  readonly agent: Csr['agent']
  /** As it was said in the question; nothing before. */
  readonly why: Why
}

export interface VersionOption {
  readonly label: string
  readonly value: string
}

export const isUnderWay = ({ csrStatus }: Pick<Csr, 'csrStatus'>): boolean =>
  csrStatus === 'Pending' || csrStatus === 'Running'

/** To deploy the chosen release (2.10). The options stand in the server's order, the newest first. */
export function orderFor(csr: Csr, chosen: string, options: readonly VersionOption[]): Order {
  const at = options.findIndex(({ value }) => value === chosen)
  const now = options.findIndex(({ value }) => value === csr.releaseVersion)
  const kind = at < 0 || now < 0 ? 'change' : at < now ? 'upgrade' : 'downgrade'
  return { ...about(csr), kind, from: csr.name, to: options[at]?.label ?? chosen, lastId: '' }
}

/** Back to what ran before the last deployment, as the server says; undefined: there is no way back. */
export function returnFor(csr: Csr): Order | undefined {
  const last = csr.deployment
  if (!last || csr.returnTo === null) return undefined
  const from = last.kind === 'return' ? last.fromRelease : last.toRelease
  return { ...about(csr), kind: 'return', from, to: csr.returnTo, lastId: last.deploymentId }
}

const about = ({ ipAddress, server, csrStatus, agent }: Csr) => ({
  ip: ipAddress,
  server,
  hasFailed: csrStatus === 'Error',
  agent,
  why: {},
})
