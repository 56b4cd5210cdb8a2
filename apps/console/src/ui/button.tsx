import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps
  extends Pick<
    AriaButtonProps,
    | 'id'
    | 'type'
    | 'form'
    | 'name'
    | 'value'
    | 'slot'
    | 'autoFocus'
    | 'excludeFromTabOrder'
    | 'aria-label'
    | 'aria-labelledby'
    | 'aria-describedby'
    | 'aria-expanded'
    | 'aria-pressed'
    | 'aria-current'
    | 'aria-controls'
    | 'aria-haspopup'
    | 'onPress'
  > {
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
  readonly isBusy?: boolean
  /** The verb's -ing form shown while busy ('Searching…'). */
  readonly busyText?: string
  readonly icon?: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button is a verb; one that opens a dialog ends in '…'. */
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
  ...rest
}: ButtonProps) {
  const hasReason = disabledReason !== undefined && disabledReason !== ''
  const isRefused = isDisabled || hasReason
  const name = [
    styles.button,
    styles[look],
    size !== 'field' && styles[size],
    isIconOnly && styles.icon,
    isRefused && styles.off,
    isBusy && styles.busy,
    className,
  ]
  const content = (
    <>
      {icon}
      {children}
    </>
  )
  const button = (
    <AriaButton
      {...rest}
      // A refused submit button must not submit its form by Enter either.
      type={hasReason && type === 'submit' ? 'button' : type}
      className={classes(...name)}
      isDisabled={isDisabled && !hasReason}
      isPending={isBusy}
      {...(hasReason ? { 'aria-disabled': true } : {})}
      {...(onPress && !hasReason ? { onPress } : {})}
    >
      {busyText === undefined && !isBusy ? (
        content
      ) : (
        <span className={styles.words}>
          <span className={isBusy ? styles.unseen : undefined}>{content}</span>
          {isBusy && (
            <span>
              <span className={styles.arc} aria-hidden="true" />
              {busyText}
            </span>
          )}
        </span>
      )}
    </AriaButton>
  )
  const tip = hasReason ? disabledReason : isIconOnly ? rest['aria-label'] : undefined
  return tip === undefined ? button : <Tooltip tip={tip}>{button}</Tooltip>
}
