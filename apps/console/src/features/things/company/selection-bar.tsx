import { mostChosen } from '@support-console/contract/company-lists.words'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Group } from '../../../ui/group.tsx'
import styles from './company.module.css'
import type { Selection } from './selection.ts'
import { text } from './texts.ts'

interface SelectionBarProps {
  readonly selection: Selection
  readonly matches: number
  /** Of all that match; null: they are too many to be named. */
  readonly ids: readonly string[] | null
  readonly children: ReactNode
}

/** How many are selected, what of them no longer matches, and what can be done with them. It takes no room before. */
export function SelectionBar({ selection, matches, ids, children }: SelectionBarProps) {
  const { chosen, before } = selection
  if (chosen.size === 0) return null
  const matching = ids && new Set(ids)
  const strays = matching ? [...chosen].filter((id) => !matching.has(id)).length : 0
  const isAll = ids?.every((id) => chosen.has(id)) ?? false
  return (
    <Group aria-label={text('Selection')} className={`foot-bar ${styles.bar}`}>
      <p role="status" className={`row wrap gap-4-12 ${styles.chosen}`}>
        <strong>{text('Selected', { count: chosen.size, matches })}</strong>
        {strays > 0 && <span>{text(strays === 1 ? 'OneNoLonger' : 'NoLonger', { count: strays })}</span>}
        {!matching && <span>{text('TooManyToChoose', { most: mostChosen })}</span>}
      </p>
      {matching && !isAll && matches > 0 && (
        <Button
          look="quiet"
          size="tool"
          className={styles.all}
          onPress={() => selection.chooseAll(ids ?? [])}
        >
          {text('SelectAll', { count: matches })}
        </Button>
      )}
      {isAll && before && before.size > 0 && (
        <Button look="quiet" size="tool" className={styles.all} onPress={() => selection.choose(before)}>
          {text('OnlyChosen', { count: before.size })}
        </Button>
      )}
      <div className={`row wrap gap-8 to-end ${styles.ways}`}>
        {children}
        <Button look="quiet" size="tool" onPress={() => selection.choose(new Set())}>
          {text('Clear')}
        </Button>
      </div>
    </Group>
  )
}
