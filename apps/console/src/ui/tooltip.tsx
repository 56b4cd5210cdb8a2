import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** What is shown, and read to a screen reader as the description of the child. */
  readonly tip: ReactNode
  readonly placement?: 'top' | 'bottom' | 'start' | 'end'
  /** False takes the tooltip away without taking the child's state with it. */
  readonly isEnabled?: boolean
  /** One focusable child made of React Aria (our Button, or Focusable around an element). */
  readonly children: ReactNode
}

/** A short note on hover and on focus. Never the only way to reach something that must be known. */
export function Tooltip({ tip, placement = 'top', isEnabled = true, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={0} isDisabled={!isEnabled}>
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6} placement={placement}>
        {tip}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
