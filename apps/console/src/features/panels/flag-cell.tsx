import type { Panel } from '@support-console/contract'
import { useContext } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './panels.module.css'
import { text } from './texts.ts'
import { FlagChangesContext } from './use-flags.ts'

interface FlagCellProps {
  readonly panel: Panel
  /** Why this user can change no panel. */
  readonly changeReason: string | undefined
  /** Asks the user whether they mean it. */
  readonly onAsk: () => void
}

/** 'Disable Management in Remote Portal' of one panel: what was wanted while it runs, then what the server says (4). */
export function FlagCell({ panel, changeReason, onAsk }: FlagCellProps) {
  const change = useContext(FlagChangesContext).get(panel.cloudId)
  const isPending = change?.isPending ?? false
  const reason = isPending
    ? text('AskingRemotePortal')
    : (changeReason ?? (panel.remoteId === '' ? text('NotInRemotePortal') : undefined))
  return (
    <span className={`inline gap-8 ${styles.flag}`}>
      <Checkbox
        checked={change?.isPending ? change.wanted : panel.flagged}
        isLabelHidden
        disabledReason={reason}
        onChange={onAsk}
      >
        {text('DisableOf', { cloudId: panel.cloudId })}
      </Checkbox>
      {isPending && (
        <span className="inline accent" role="status">
          <StateMark kind="running" />
          <span className="visually-hidden">{text('AskingRemotePortal')}</span>
        </span>
      )}
      {change && !isPending && (
        <Status kind={change.isDone ? 'ok' : change.isLost ? 'unknown' : 'error'}>
          {text(
            change.isDone
              ? panel.flagged
                ? 'StateDisabled'
                : 'StateEnabled'
              : change.isLost
                ? 'NotKnown'
                : 'Failed',
          )}
        </Status>
      )}
    </span>
  )
}
