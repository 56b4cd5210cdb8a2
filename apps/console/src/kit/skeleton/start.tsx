import type { ReactNode } from 'react'
import { Tools } from '../../ui/tools.tsx'
import styles from './skeleton.module.css'

/** In place of the table, before anything was searched; its tools stand where the table's will. */
export function Start({ tools, actions, children }: StartProps) {
  return (
    <>
      {Boolean(tools || actions) && <Tools actions={actions}>{tools}</Tools>}
      <p className={`quiet line-above ${styles.start}`}>{children}</p>
    </>
  )
}

interface StartProps {
  readonly tools?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}
