import { InPlace } from '../../ui/in-place.ts'
import styles from './audit-trail.module.css'

/** A line for a terminal; no short word of it is broken at its dashes. */
export function Command({ line }: { readonly line: string }) {
  return (
    <InPlace of={line.split(' ')}>
      {(word, index) => (
        <>
          {index > 0 && ' '}
          <span className={word.length < 24 ? styles.word : undefined}>{word}</span>
        </>
      )}
    </InPlace>
  )
}
