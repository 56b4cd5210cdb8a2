import type { ReactNode } from 'react'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../classes.ts'
import { LockIcon } from '../icons/controls.tsx'
import { ErrorNote } from './error-note.tsx'
import styles from './field.module.css'

const text = textsOf(fields)

interface FieldProps {
  readonly label: string
  /** The control's id; without it the label is plain text with `labelId` (for groups). */
  readonly controlId?: string | undefined
  readonly labelId?: string | undefined
  readonly noteId: string
  readonly isLabelHidden?: boolean | undefined
  readonly hasAsterisk?: boolean | undefined
  /** A lock at the label: the choice is fixed. */
  readonly isLocked?: boolean | undefined
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label above, control, help or error below; the error replaces the help. */
export function Field({
  label,
  controlId,
  labelId,
  noteId,
  isLabelHidden,
  hasAsterisk,
  isLocked,
  help,
  error,
  className,
  children,
}: FieldProps) {
  const name = classes(styles.label, isLabelHidden && 'visually-hidden')
  const content = (
    <>
      {label}
      {hasAsterisk && (
        <span className={styles.asterisk} aria-hidden="true">
          *
        </span>
      )}
      {isLocked && <LockIcon size={12} />}
      {isLocked && <span className="visually-hidden">({text('Fixed')})</span>}
    </>
  )
  return (
    <div className={classes(styles.field, className)}>
      {controlId === undefined ? (
        <span id={labelId} className={name}>
          {content}
        </span>
      ) : (
        <label id={labelId} htmlFor={controlId} className={name}>
          {content}
        </label>
      )}
      {children}
      {error ? (
        <ErrorNote id={noteId}>{error}</ErrorNote>
      ) : (
        help && (
          <p id={noteId} className="faint small">
            {help}
          </p>
        )
      )}
    </div>
  )
}
