import type { ReactNode } from 'react'
import { culture } from '../../texts/languages.ts'
import styles from './figures.module.css'

type Tone = 'error' | 'warn' | 'ok'

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly tone?: Tone | undefined
  readonly rest: string
  readonly children?: ReactNode
}

/** A figure with its name, what it is of, and what stands below it. */
export function Figure({ name, value, tone, rest, children }: FigureProps) {
  return (
    <div>
      <h2>{name}</h2>
      <p className={styles.value}>
        <strong data-tone={tone}>{value}</strong> <span>{rest}</span>
      </p>
      {children}
    </div>
  )
}

export const sayCount = (count: number): string => count.toLocaleString(culture)
