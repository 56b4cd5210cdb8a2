import { InPlace } from '../../ui/in-place.ts'

/** A line for a terminal; no short word of it is broken at its dashes. */
export function Command({ line }: { readonly line: string }) {
  return (
    <InPlace of={line.split(' ')}>
      {(word, index) => (
        <>
          {index > 0 && ' '}
          <span className={word.length < 24 ? 'nowrap' : undefined}>{word}</span>
        </>
      )}
    </InPlace>
  )
}
