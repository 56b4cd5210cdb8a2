import type { ReactNode } from 'react'
import styles from './facts.module.css'

export interface Fact {
  readonly label: string
  readonly value: ReactNode
}

/** A few facts, a line each: what it is, and the value. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="line-above">
      {facts.map(({ label, value }) => (
        <div key={label} className={`stack line-below ${styles.fact}`}>
          <dt className="quiet">{label}</dt>
          <dd className="anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
