import type { Csr } from '@support-console/contract'
import { createContext, useContext } from 'react'
import type { Order, VersionOption } from './orders.ts'
import type { Refusal, Submit } from './use-deploy.ts'
import type { useDescriptions } from './use-descriptions.ts'
import type { NextLooks } from './use-watch.ts'

/** What the cells of the table know and may ask for. */
export interface Desk {
  readonly options: readonly VersionOption[]
  /** Why this user can change no CSR. */
  readonly changeReason: string | undefined
  /** The release chosen for each server where it is not the one that it runs. */
  readonly choices: ReadonlyMap<string, string>
  readonly onChoose: (ip: string, release: string) => void
  /** Asks the user whether they mean it. */
  readonly onAsk: (order: Order) => void
  readonly awaited: Submit | null
  readonly refusals: ReadonlyMap<string, Refusal>
  readonly onAskAgain: (ip: string) => void
  readonly onDismiss: (ip: string) => void
  readonly nextLooks: NextLooks
  /** Servers whose last look failed: a sentence each. */
  readonly lookProblems: ReadonlyMap<string, string>
  readonly descriptions: ReturnType<typeof useDescriptions>
}

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('A cell of CSR Management stands outside its screen.')
  return desk
}

/** The release that stands in 'Replace With': what is being deployed, else what was chosen, else what runs. */
export function releaseShown(csr: Csr, { options, choices, awaited }: Desk): string {
  const target =
    awaited?.order.ip === csr.ipAddress
      ? awaited.order.to
      : csr.csrStatus === 'Pending' || csr.csrStatus === 'Running'
        ? csr.deployment?.toRelease
        : undefined
  if (target !== undefined) return options.find(({ label }) => label === target)?.value ?? target
  if (csr.csrStatus !== 'Succeeded') return csr.releaseVersion
  return choices.get(csr.ipAddress) ?? csr.releaseVersion
}
