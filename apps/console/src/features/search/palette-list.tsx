import { useEffect, useRef } from 'react'
import { Group } from '../../ui/group.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { Action } from './actions.ts'
import type { Entry, Group as HitGroup } from './entries.ts'
import { Hit } from './hit.tsx'
import { keepFocus } from './keep-focus.ts'
import styles from './palette.module.css'
import { text } from './texts.ts'

interface PaletteListProps {
  readonly id: string
  readonly listId: string
  readonly groups: readonly HitGroup[]
  readonly typed: string
  readonly entry: Entry | undefined
  readonly action: Action | undefined
  readonly actions: readonly Action[]
  readonly onPick: (entry: Entry, isNewTab: boolean) => void
  readonly onHover: (entry: Entry) => void
  /** Its actions are asked for, where there is no preview. */
  readonly onMore: (entry: Entry) => void
  readonly onAction: (action: Action) => void
}

/** The hits in their groups; the field names the chosen one, which is scrolled to. */
export function PaletteList(props: PaletteListProps) {
  const { id, groups, entry } = props
  const list = useRef<HTMLDivElement>(null)
  const chosen = entry?.key
  useEffect(() => {
    if (chosen !== undefined)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={props.listId} role="listbox" aria-label={text('Hits')} className={styles.list}>
      {groups.map(({ key, name, note, entries }) => (
        <Group key={key} aria-labelledby={`${id}group-${key}`}>
          <div className={`flex between label quiet ${styles.group}`}>
            <span id={`${id}group-${key}`}>{name}</span>
            <span className="regular faint">{note}</span>
          </div>
          {entries.map((each) => (
            <Option key={each.key} {...props} each={each} isChosen={each.key === chosen} />
          ))}
        </Group>
      ))}
    </div>
  )
}

function Option({
  id,
  each,
  isChosen,
  typed,
  onPick,
  onHover,
  onMore,
  onAction,
  ...props
}: PaletteListProps & { readonly each: Entry; readonly isChosen: boolean }) {
  const { thing, screen } = each
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        id={`${id}${each.key}`}
        role="option"
        aria-selected={isChosen}
        className={`stack relative whole rounded gap-10 to-start ${styles.option}`}
        onMouseDown={keepFocus}
        onMouseMove={() => {
          if (!isChosen) onHover(each)
        }}
        onClick={(event) => onPick(each, event.ctrlKey || event.metaKey)}
      >
        {thing ? (
          <Hit thing={thing} typed={typed} />
        ) : (
          <>
            <Icon>{screen.icon}</Icon>
            <span className="ink">{screen.text}</span>
          </>
        )}
        {thing && (
          // For a finger; the keyboard has its arrow.
          <span
            aria-hidden="true"
            className={styles.more}
            onClick={(event) => {
              event.stopPropagation()
              onMore(each)
            }}
          >
            •••
          </span>
        )}
      </button>
      {isChosen && props.action && thing && (
        <div className={styles.under} aria-hidden="true">
          {props.actions.map((way) => (
            <button
              key={way.key}
              type="button"
              tabIndex={-1}
              className={`row gap-10 whole ink rounded to-start ${styles.action}`}
              onMouseDown={keepFocus}
              data-chosen={way.key === props.action?.key || undefined}
              onClick={() => onAction(way)}
            >
              {way.label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
