import type { ReactNode } from 'react'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import styles from './callout.module.css'
import { type CalloutKind, calloutMarks, calloutTitles } from './callout-kinds.ts'
import { classes } from './classes.ts'
import { CloseIcon } from './icons/controls.tsx'
import { StateMark } from './icons/marks.tsx'

interface CalloutProps {
  readonly kind: CalloutKind
  /** The kind's title (8) unless told; null for none. */
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly onClose?: (() => void) | undefined
  /** Errors interrupt a screen reader, others wait; false where the callout is there from the start. */
  readonly isLive?: boolean | undefined
  readonly className?: string | undefined
}

/** A tinted line with mark, bold title and message. */
export function Callout({ kind, title, children, onClose, isLive = true, className }: CalloutProps) {
  const shownTitle = title === undefined ? text(calloutTitles[kind]) : title
  return (
    <div
      className={classes(
        'flex start anywhere rounded gap-10',
        styles.callout,
        `kind-${calloutMarks[kind]}`,
        className,
      )}
      role={isLive ? (kind === 'error' ? 'alert' : 'status') : undefined}
    >
      <StateMark kind={calloutMarks[kind]} />
      <div className="fill">
        {shownTitle !== null && <span className="strong">{shownTitle} </span>}
        {children}
      </div>
      {onClose && (
        <Button
          look="quiet"
          size="row"
          isIconOnly
          className={styles.close}
          aria-label={text('CloseBanner')}
          icon={<CloseIcon />}
          onPress={onClose}
        />
      )}
    </div>
  )
}
