import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { type MarkKind, StateMark } from './icons/marks.tsx'
import styles from './status.module.css'

interface StatusProps {
  readonly kind: MarkKind
  /** The state's word, as the specification has it. */
  readonly children: ReactNode
  /** Why, or since when; after the word. */
  readonly why?: ReactNode
  /** Alone, outside a table: a tinted tag. */
  readonly isTag?: boolean | undefined
  readonly className?: string | undefined
}

/** A state: shape, word, colour. Take the colour away and it still reads. */
export function Status({ kind, children, why, isTag = false, className }: StatusProps) {
  return (
    <span
      className={classes(
        'inline narrow',
        styles.status,
        `kind-${kind}`,
        isTag && `rounded ${styles.tag}`,
        className,
      )}
    >
      <StateMark kind={kind} size={isTag ? 12 : 14} />
      <span className={`medium stated ${styles.word}`}>{children}</span>
      {why !== undefined && <span className="narrow regular quiet">{why}</span>}
    </span>
  )
}
