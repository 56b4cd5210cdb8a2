import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import styles from './checkbox.module.css'
import { classes } from './classes.ts'
import { Tooltip } from './tooltip.tsx'

interface CheckboxProps {
  /** `mixed`: some of what it stands for is chosen; the next press chooses all. */
  readonly checked: boolean | 'mixed'
  readonly onChange: (checked: boolean) => void
  /** The label; hidden for the eye with `isLabelHidden`, never left out. */
  readonly children: ReactNode
  readonly isLabelHidden?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** Why it cannot be changed now; it stays reachable and says so. */
  readonly disabledReason?: string | undefined
  readonly name?: string | undefined
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** Unchecked, indeterminate or checked (2.14). */
export function Checkbox({
  checked,
  onChange,
  children,
  isLabelHidden,
  isDisabled,
  disabledReason,
  name,
  className,
  ref,
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null)
  const isMixed = checked === 'mixed'
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  const hasReason = Boolean(disabledReason)
  const control = (
    <input
      ref={(element) => {
        input.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      type="checkbox"
      className={`sheet ${styles.input}`}
      name={name}
      checked={checked === true}
      disabled={isDisabled && !hasReason}
      aria-disabled={hasReason || undefined}
      onChange={(event) => {
        // The browser takes the dash away with any press; the caller says what holds.
        event.target.indeterminate = isMixed
        if (!hasReason) onChange(isMixed || event.target.checked)
      }}
    />
  )
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside, perhaps with a tooltip around it
    <label
      className={classes('start gap-8', styles.checkbox, (isDisabled || hasReason) && styles.off, className)}
    >
      <span className={`stack relative rigid ${styles.box}`}>
        {hasReason ? <Tooltip tip={disabledReason}>{control}</Tooltip> : control}
        <svg className={classes('absolute', styles.sign, styles.tick)} viewBox="0 0 12 12" aria-hidden="true">
          <path d="m2.5 6.5 2.3 2.3 4.7-5.3" />
        </svg>
        <svg className={classes('absolute', styles.sign, styles.dash)} viewBox="0 0 12 12" aria-hidden="true">
          <path d="M3 6h6" />
        </svg>
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{children}</span>
    </label>
  )
}
