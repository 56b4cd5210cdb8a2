import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { placeBeside } from './floating.ts'
import styles from './fold.module.css'
import { Group } from './group.tsx'
import { leaveBy } from './popover.tsx'

interface FoldProps {
  /** What is in it. */
  readonly label: string
  /** What the button says; '…' unless told. */
  readonly words?: ReactNode
  readonly size?: 'field' | 'tool'
  /** Below 1200 alone; wider, all of it stands in the row. */
  readonly isNarrowOnly?: boolean
  readonly children: ReactNode
}

/** Buttons behind one button. They are always there, so that what one of them has begun goes on; a press closes the fold. */
export function Fold({ label, words, size = 'field', isNarrowOnly = false, children }: FoldProps) {
  const id = useId()
  const door = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <Button
        ref={door}
        size={size}
        isIconOnly={words === undefined}
        className={classes(styles.door, isNarrowOnly && styles.narrow)}
        aria-label={words === undefined ? label : undefined}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {words ?? '…'}
      </Button>
      <Group
        ref={box}
        id={id}
        popover="auto"
        aria-label={label}
        className={classes('row gap-8', styles.box, isNarrowOnly && styles.narrow)}
        onToggle={({ target, newState }) => {
          if (target !== box.current || newState !== 'open' || !door.current) return
          placeBeside(door.current.getBoundingClientRect(), box.current, 'bottom-end', 4)
          box.current.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
        }}
        onBlur={leaveBy(box, door)}
        onClick={({ target }) => {
          const pressed = (target as Element).closest('button, a')
          // What opens beside it, and what is in that, keeps it open.
          if (pressed && !pressed.matches('[popovertarget], [aria-disabled="true"]') && isOwn(pressed, box))
            box.current?.hidePopover()
        }}
      >
        {children}
      </Group>
    </>
  )
}

const isOwn = (element: Element, box: { current: Element | null }) =>
  element.closest('[popover]') === box.current
