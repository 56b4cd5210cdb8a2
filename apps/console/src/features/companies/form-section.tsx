import { type ReactNode, useId } from 'react'
import styles from './form-section.module.css'

interface FormSectionProps {
  readonly title: string
  readonly note: string
  readonly children: ReactNode
}

/** A part of the form: its name and what it is about at the left, its fields at the right. */
export function FormSection({ title, note, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={`stack ${styles.section}`} aria-labelledby={id}>
      <div>
        <h2 id={id} className="below-4">
          {title}
        </h2>
        <p className={`quiet ${styles.note}`}>{note}</p>
      </div>
      <div className="stack gap-16 narrow">{children}</div>
    </section>
  )
}
