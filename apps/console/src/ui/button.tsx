import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Tooltip } from './tooltip.tsx'

interface ButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'className' | 'onClick' | 'children'> {
  /**
   * `primary` one per task; `plain` everything else; `danger` opens the dialog of an operation that takes something
   * away; `danger-filled` only inside that dialog; `quiet` for tool bars, chips and links to files.
   */
  readonly look?: 'primary' | 'plain' | 'danger' | 'danger-filled' | 'quiet'
  /** `tool` in table tool bars (28), `row` inside table rows (26). */
  readonly size?: 'field' | 'tool' | 'row'
  /** A square with only an icon: then `aria-label` names it and a tooltip shows the name. */
  readonly isIconOnly?: boolean
  readonly isDisabled?: boolean
  /**
   * Why the button cannot be used now ('Query the SIM first'). The button stays reachable by keyboard and says the
   * reason on hover and focus; presses do nothing.
   */
  readonly disabledReason?: string | undefined
  /** The operation runs: the arc turns, further presses are ignored, focus stays. */
  readonly isBusy?: boolean | undefined
  /** The verb's -ing form shown while busy ('Searching…'). */
  readonly busyText?: string | undefined
  readonly icon?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
  /** Pressed by mouse, finger, Enter or space; never while disabled or busy. */
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/**
 * A button is a verb; one that opens a dialog ends in '…'. It is the browser's own button element: on the first
 * page nothing of React Aria needs to be loaded.
 */
export function Button({
  look = 'plain',
  size = 'field',
  isIconOnly = false,
  isDisabled = false,
  disabledReason,
  isBusy = false,
  busyText,
  icon,
  className,
  children,
  onPress,
  type = 'button',
  autoFocus,
  ...rest
}: ButtonProps) {
  const hasReason = disabledReason !== undefined && disabledReason !== ''
  const isRefused = isDisabled || hasReason
  const isDeaf = isRefused || isBusy
  const content = (
    <>
      {icon}
      {children}
    </>
  )
  const button = (
    <button
      {...rest}
      type={type}
      className={classes(
        styles.button,
        styles[look],
        size !== 'field' && styles[size],
        isIconOnly && styles.icon,
        isRefused && styles.off,
        isBusy && styles.busy,
        className,
      )}
      disabled={isDisabled && !hasReason}
      // Also read by Dialog, which can focus only once it is shown.
      data-autofocus={autoFocus || undefined}
      // biome-ignore lint/a11y/noAutofocus: only where a caller asks for it, in dialogs
      autoFocus={autoFocus}
      aria-disabled={hasReason || isBusy || undefined}
      onClick={(event) => {
        // A refused submit button must not submit its form either.
        if (isDeaf) event.preventDefault()
        else onPress?.(event)
      }}
    >
      {busyText === undefined && !isBusy ? (
        content
      ) : (
        <span className={styles.words}>
          <span className={isBusy ? styles.unseen : undefined}>{content}</span>
          <span className={isBusy ? undefined : styles.unseen}>
            <span className={`arc ${styles.arc}`} aria-hidden="true" />
            {busyText}
          </span>
        </span>
      )}
    </button>
  )
  const tip = hasReason ? disabledReason : isIconOnly ? rest['aria-label'] : undefined
  if (tip === undefined) return button
  return (
    <Tooltip tip={tip} isDescription={hasReason}>
      {button}
    </Tooltip>
  )
}
