import { type ReactNode, useId, useRef } from 'react'
import { dataTable } from '../texts/en-US/data-table.ts'
import { textsOf } from '../texts/text.ts'
import { Button } from './button.tsx'
import { placeBeside } from './floating.ts'
import { Group } from './group.tsx'
import { leaveBy } from './popover.tsx'
import styles from './tools.module.css'

const text = textsOf(dataTable)

interface ToolsProps {
  /** What groups, then what narrows: segments, fields, chips. */
  readonly children?: ReactNode
  /** How many there are, and what is to be said of them. */
  readonly count?: ReactNode
  /** 'View' and 'Export', then the screen's own action. */
  readonly actions?: ReactNode
}

/**
 * The row above a body, one of 28 and never a second: what narrows is left and scrolls sideways where there is no room, what is
 * counted and can be done is right; below 1024 what can be done is behind '…'.
 */
export function Tools({ children, count, actions }: ToolsProps) {
  const id = useId()
  const door = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div className={`row gap-8 ${styles.tools}`}>
      <div className={`row gap-8 ${styles.left}`}>{children}</div>
      {count !== undefined && <p className={`tabular quiet ${styles.count}`}>{count}</p>}
      {Boolean(actions) && (
        <>
          <Button
            ref={door}
            size="tool"
            isIconOnly
            className={styles.fold}
            aria-label={text('MoreTools')}
            aria-haspopup="dialog"
            popoverTarget={id}
          >
            …
          </Button>
          <Group
            ref={box}
            id={id}
            popover="auto"
            aria-label={text('MoreTools')}
            className={`row gap-8 ${styles.actions}`}
            onToggle={({ target, newState }) => {
              if (target !== box.current || newState !== 'open' || !door.current) return
              placeBeside(door.current.getBoundingClientRect(), box.current, 'bottom-end', 4)
              box.current.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
            }}
            onBlur={leaveBy(box, door)}
          >
            {actions}
          </Group>
        </>
      )}
    </div>
  )
}
