import type { ComponentProps } from 'react'
import { StateMark } from '../icons/marks.tsx'
import styles from './field.module.css'

/** What is wrong with an input, below it. */
export const ErrorNote = ({ children, ...rest }: Omit<ComponentProps<'p'>, 'className'>) => (
  <p {...rest} className={`flex gap-6 small anywhere ${styles.error}`}>
    <StateMark kind="error" size={12} />
    {children}
  </p>
)
