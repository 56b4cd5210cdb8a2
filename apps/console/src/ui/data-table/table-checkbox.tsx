import { useId, useLayoutEffect, useRef } from 'react'
import type { TriState } from './selection.ts'
import styles from './table-checkbox.module.css'

interface TableCheckboxProps {
  readonly state: TriState
  readonly label: string
  /** The element that names the row; said after the label. */
  readonly nameId?: string
  readonly onChange: () => void
}

/**
 * The checkbox of a row or of all rows: the browser's own, with the third state, in the look of ui/checkbox. A table
 * shows a hundred of them at once, which a React Aria checkbox each would make slow.
 */
export function TableCheckbox({ state, label, nameId, onChange }: TableCheckboxProps) {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (ref.current) ref.current.indeterminate = state === 'indeterminate'
  }, [state])
  return (
    <label className={styles.target}>
      <input
        ref={ref}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        aria-labelledby={nameId && `${id} ${nameId}`}
        checked={state === 'checked'}
        onChange={onChange}
      />
      <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d={state === 'indeterminate' ? 'M4 8h8' : 'm3.8 8.3 2.8 2.8 5.6-6'} />
      </svg>
    </label>
  )
}
