import type { Csr, Why } from '@support-console/contract'

/** A deployment as someone means it. `change`: which of the two releases is newer is not known. */
export interface Order {
  readonly kind: 'upgrade' | 'downgrade' | 'change' | 'return'
  readonly ip: string
  readonly server: string
  readonly from: string
  readonly to: string
  /** The failed deployment that a `return` takes back. */
  readonly failedId: string
  readonly panelCount: number | null
  readonly panelCountAt: string | null
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
  return { ...about(csr), kind, from: csr.name, to: options[at]?.label ?? chosen, failedId: '' }
}

/** Back to the release before a deployment that failed; undefined where none did. A failed return is tried again. */
export function returnFor(csr: Csr): Order | undefined {
  const last = csr.deployment
  if (csr.csrStatus !== 'Error' || last?.outcome !== 'Error') return undefined
  const [from, to] =
    last.kind === 'return' ? [last.fromRelease, last.toRelease] : [last.toRelease, last.fromRelease]
  return { ...about(csr), kind: 'return', from, to, failedId: last.deploymentId }
}

const about = ({ ipAddress, server, panelCount, panelCountAt }: Csr) => ({
  ip: ipAddress,
  server,
  panelCount,
  panelCountAt,
  why: {},
})
