import type { TimelineEntry } from '@support-console/contract'
import { culture } from '../../texts/languages.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select/select.tsx'
import { type Filter, type GroupName, groupNames, isOfGroup } from './entries.ts'
import { text } from './texts.ts'
import styles from './timeline.module.css'

interface FilterBarProps {
  readonly entries: readonly TimelineEntry[]
  /** Whoever was met so far. */
  readonly people: readonly string[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** How many entries fit. */
  readonly shown: number
}

/** By kind with its counts, of what was read so far; by person and by words, of all that there is. */
export function FilterBar({ entries, people, filter, onChange, shown }: FilterBarProps) {
  const names: (GroupName | 'All')[] = ['All', ...groupNames]
  const counted = names.map((key) => ({
    key,
    count: entries.filter((entry) => isOfGroup(entry, key)).length,
  }))
  const count = entries.length.toLocaleString(culture)
  return (
    <div className={styles.bar}>
      <Segments
        label={text('FilterKinds')}
        segments={counted
          .filter(({ key, count }) => count > 0 || key === filter.group)
          .map((each) => ({ ...each, label: text(each.key) }))}
        value={filter.group}
        onChange={(group) => onChange({ ...filter, group })}
      />
      {people.length > 1 && (
        <Select
          size="tool"
          label={text('Person')}
          isLabelHidden
          options={[
            { value: '', label: text('Anyone') },
            ...people.map((value) => ({ value, label: value })),
          ]}
          value={filter.person}
          onChange={(person) => onChange({ ...filter, person })}
        />
      )}
      <TextField
        size="tool"
        type="search"
        label={text('Search')}
        isLabelHidden
        placeholder={text('Search')}
        canClear
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <span className={styles.count}>
        {shown < entries.length
          ? text('CountOf', { shown: shown.toLocaleString(culture), count })
          : text(entries.length === 1 ? 'CountOne' : 'Count', { count })}
      </span>
    </div>
  )
}
