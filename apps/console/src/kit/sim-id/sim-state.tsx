import type { DeviceStatus, OnlineStatus } from '@support-console/contract'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import styles from './sim-id.module.css'

const states: Readonly<Record<DeviceStatus | OnlineStatus, { mark: MarkKind; tone?: string | undefined }>> = {
  Active: { mark: 'ok', tone: 'stated kind-ok' },
  Suspended: { mark: 'error', tone: 'wrong' },
  Deactivated: { mark: 'off' },
  Inventory: { mark: 'ready' },
  Online: { mark: 'ok', tone: 'stated kind-ok' },
  Offline: { mark: 'ready' },
  Unknown: { mark: 'unknown' },
}

/** A device status or an online status; `raw` is the source's own word for it, shown where it differs. */
export function SimState({ word, raw }: { readonly word: string; readonly raw?: string | undefined }) {
  const state = Object.hasOwn(states, word) ? states[word as keyof typeof states] : undefined
  return (
    <span className="inline wrap gap-0-6">
      <span className="inline gap-6">
        {state && <StateMark kind={state.mark} />}
        <span className={state?.tone}>{word}</span>
      </span>
      {raw && raw.toLowerCase() !== word.toLowerCase() && (
        <span className={`code faint ${styles.raw}`}>{raw}</span>
      )}
    </span>
  )
}
