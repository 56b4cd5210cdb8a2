import { culture } from '../texts/languages.ts'
import { Group } from './group.tsx'
import styles from './segments.module.css'

interface Segment<Key extends string> {
  readonly key: Key
  readonly label: string
  readonly count?: number | undefined
}

interface SegmentsProps<Key extends string> {
  /** What is chosen, for screen readers: 'Rows shown'. */
  readonly label: string
  readonly segments: readonly Segment<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
}

/** Several with their counts, of which one is pressed and filters what stands below: All, Error, Success. */
export function Segments<Key extends string>({ label, segments, value, onChange }: SegmentsProps<Key>) {
  return (
    <Group aria-label={label} className={`at-most rounded scroll-x ${styles.segments}`}>
      {segments.map(({ key, label: word, count }) => (
        <button
          key={key}
          type="button"
          className={`inline gap-4 rigid label tabular quiet ${styles.segment}`}
          aria-pressed={key === value}
          onClick={() => onChange(key)}
        >
          {word} {count !== undefined && <span>{count.toLocaleString(culture)}</span>}
        </button>
      ))}
    </Group>
  )
}
