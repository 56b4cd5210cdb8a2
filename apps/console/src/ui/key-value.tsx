import type { ReactNode } from 'react'
import { text } from '../texts/text.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'
import { EyeIcon, EyeOffIcon } from './icons/screens.tsx'
import styles from './key-value.module.css'
import { useRemembered } from './use-remembered.ts'

/** A panel of labels and values, a hairline per row. Its rows are `KeyValue` and `SecretValue`. */
export function KeyValuePanel({
  children,
  className,
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <div className={classes(styles.frame, className)}>
      <dl className="line-above">{children}</dl>
    </div>
  )
}

interface KeyValueProps {
  readonly label: string
  /** Empty or missing is shown as '–'. */
  readonly children?: ReactNode
  /** Adds a copy button with this bare value. */
  readonly copyValue?: string | undefined
  readonly isMono?: boolean | undefined
  /** More buttons before the copy button. */
  readonly actions?: ReactNode
}

/** One label and its value. */
export function KeyValue({ label, children, copyValue, isMono, actions }: KeyValueProps) {
  const isEmpty = children === undefined || children === null || children === ''
  return (
    <div className={`stack line-below ${styles.row}`}>
      <dt className="quiet">{label}</dt>
      <dd className={classes('anywhere', styles.value, isMono && 'mono')}>
        {isEmpty ? <span className="faint">–</span> : children}
      </dd>
      {(actions !== undefined || copyValue) && (
        <dd className={`flex ${styles.actions}`}>
          {actions}
          {copyValue && <CopyButton value={copyValue} name={label} />}
        </dd>
      )}
    </div>
  )
}

interface SecretValueProps {
  readonly label: string
  readonly value: string
  /** Under which name this browser remembers the choice. */
  readonly rememberAs: string
}

/** A secret that is shown, as the specification says, and can be hidden; the choice is remembered (D29). */
export function SecretValue({ label, value, rememberAs }: SecretValueProps) {
  const [choice, setChoice] = useRemembered(`secret.${rememberAs}`, 'shown')
  const isHidden = choice === 'hidden'
  return (
    <KeyValue
      label={label}
      isMono
      copyValue={value}
      actions={
        <Button
          look="quiet"
          size="row"
          isIconOnly
          aria-label={text(isHidden ? 'ShowNamed' : 'HideNamed', { name: label })}
          icon={isHidden ? <EyeIcon /> : <EyeOffIcon />}
          onPress={() => setChoice(isHidden ? 'shown' : 'hidden')}
        />
      }
    >
      {isHidden ? (
        <>
          <span aria-hidden="true">{'•'.repeat(12)}</span>
          <span className="visually-hidden">{text('Hidden')}</span>
        </>
      ) : (
        value
      )}
    </KeyValue>
  )
}
