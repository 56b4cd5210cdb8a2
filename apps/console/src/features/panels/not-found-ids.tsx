import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { idList } from './id-list.ts'
import styles from './panels.module.css'
import { text } from './texts.ts'

/** So many are named before the list folds up. */
const mostNamed = 12

/** The ids of a search that no panel has, by name (2.8). */
export function NotFoundIds({ ids }: { readonly ids: readonly string[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const listId = useId()
  if (ids.length === 0) return null
  const count = ids.length
  const shown = showsAll ? ids : ids.slice(0, mostNamed)
  return (
    <Callout
      kind="warning"
      title={ids.length === 1 ? text('OneNotFound') : text('NotFoundCount', { count })}
      className="below-12"
    >
      <div className="flex start between gap-8-16">
        <ul id={listId} className={`flex wrap ${styles.ids}`} aria-label={text('NotFoundIds')}>
          {shown.map((id) => (
            <li key={id} className="mono">
              {id}
            </li>
          ))}
        </ul>
        <div className="row gap-4 rigid">
          {ids.length > mostNamed && (
            <Button
              size="row"
              aria-expanded={showsAll}
              aria-controls={listId}
              onPress={() => setShowsAll(!showsAll)}
            >
              {showsAll ? text('HideIds') : text('ShowIds', { count })}
            </Button>
          )}
          <CopyButton value={idList(ids)} name={text('NotFoundIds')} />
        </div>
      </div>
    </Callout>
  )
}
