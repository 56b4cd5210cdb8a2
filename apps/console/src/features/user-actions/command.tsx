import { Fragment } from 'react'
import styles from './user-actions.module.css'

/** A line for a terminal; no short word of it is broken at its dashes. */
export function Command({ line }: { readonly line: string }) {
  return line.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the word's identity
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={word.length < 24 ? styles.word : undefined}>{word}</span>
    </Fragment>
  ))
}
