import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export interface IconProps {
  /** Edge in px; 16 unless told. */
  readonly size?: number | undefined
  readonly className?: string | undefined
}

/**
 * The frame of every icon: 16 px, stroke 1.5, round caps, the colour of the text around it. Icons never stand
 * alone: the word beside them, or the label of their button, says what they mean.
 */
export function Icon({
  size = 16,
  box = 16,
  className,
  children,
}: IconProps & { readonly box?: number; readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={classes('rigid', className)}
      width={size}
      height={size}
      viewBox={`0 0 ${box} ${box}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

/** An icon of these shapes. */
export const drawn = (shapes: ReactNode) => (props: IconProps) => <Icon {...props}>{shapes}</Icon>
