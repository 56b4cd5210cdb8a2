import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import styles from './section.module.css'

interface SectionProps {
  readonly title: string
  /** Beside the title: the state that the section is about. */
  readonly state?: ReactNode
  /** The section's buttons, at the right of the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One function of the screen: its name, its buttons, and what comes of them. */
export function Section({ title, state, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`stack one-column gap-12 ${styles.section}`} aria-labelledby={id}>
      <div className={classes('row wrap gap-8', styles.head, state !== undefined && styles.stated)}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {state}
        {actions !== undefined && <div className={`row wrap gap-8 to-end ${styles.actions}`}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
