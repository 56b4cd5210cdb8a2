import type { TimelineEntry } from '@support-console/contract'
import type { SaidOf } from '@support-console/contract/timeline.said'
import type { ReactNode } from 'react'
import { Tools } from '../../kit/skeleton/index.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { sayDate } from '../../ui/say-when.ts'
import { Segments } from '../../ui/segments.tsx'
import { Select } from '../../ui/select/select.tsx'
import { type Filter, type GroupName, groupsOf, isOfGroup } from './entries.ts'
import { text } from './texts.ts'

interface FilterBarProps {
  readonly kind: SaidOf['kind']
  readonly entries: readonly TimelineEntry[]
  /** Those met so far. */
  readonly people: readonly string[]
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** How many entries fit. */
  readonly shown: number
  readonly isLoading: boolean
  readonly actions: ReactNode
}

/** By kind with its counts, of what was read so far; by person and by words, of all that there is. Its place never changes. */
export function FilterBar(props: FilterBarProps) {
  const { kind, entries, people, filter, onChange, isLoading } = props
  const names: (GroupName | 'All')[] = ['All', ...(groupsOf[kind] ?? [])]
  const everyone =
    people.includes(filter.person) || filter.person === '' ? people : [...people, filter.person]
  return (
    <Tools
      count={<span className="small faint">{isLoading ? '' : sayCount(props)}</span>}
      actions={props.actions}
    >
      <Segments
        label={text('FilterKinds')}
        segments={names.map((key) => ({
          key,
          label: text(key),
          count: isLoading ? undefined : entries.filter((entry) => isOfGroup(entry, key)).length,
        }))}
        value={filter.group}
        onChange={(group) => onChange({ ...filter, group })}
      />
      <Select
        size="tool"
        label={text('Person')}
        isLabelHidden
        options={[
          { value: '', label: text('Anyone') },
          ...everyone.map((value) => ({ value, label: value })),
        ]}
        value={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
      />
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
    </Tools>
  )
}

function sayCount({ entries, shown }: Pick<FilterBarProps, 'entries' | 'shown'>): string {
  const last = entries.at(-1)
  if (!last) return ''
  const count = entries.length
  const day = sayDate(last.at)
  if (shown < entries.length) return text('CountOf', { shown, count, day })
  return entries.length === 1 ? text('CountOne', { day }) : text('Count', { count, day })
}
