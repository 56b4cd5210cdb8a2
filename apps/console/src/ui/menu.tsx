import type { ComponentProps, KeyboardEvent } from 'react'
import { Group } from './group.tsx'
import { CheckIcon } from './icons/controls.tsx'
import { ChevronDownIcon } from './icons/screens.tsx'
import styles from './popover.module.css'
import { Popover } from './popover.tsx'

export interface MenuItem {
  readonly key: string
  readonly label: string
  /** One of several, and the chosen one or not. */
  readonly isChosen?: boolean
  readonly onChoose: () => void
}

interface MenuGroup {
  readonly heading?: string
  readonly items: readonly MenuItem[]
}

interface MenuProps extends Omit<ComponentProps<typeof Popover>, 'children' | 'role' | 'onKeyDown' | 'name'> {
  /** What the button says, if its words do not. */
  readonly name: string
  readonly groups: readonly MenuGroup[]
}

/** A button with a menu below it: arrow keys, Home, End and first letters go through it, Enter chooses. */
export function Menu({ name, groups, words = name, ...button }: MenuProps) {
  const shown = groups.filter(({ items }) => items.length > 0)
  // With a mark before one, all words stand under each other.
  const hasMarks = shown.some(({ items }) => items.some(({ isChosen }) => isChosen !== undefined))
  return (
    <Popover
      size="tool"
      {...button}
      name={name}
      aria-label={words === name ? undefined : name}
      role="menu"
      words={
        <>
          {words}
          <ChevronDownIcon size={14} />
        </>
      }
      onKeyDown={walk}
    >
      {(close) =>
        shown.map(({ heading, items }) => (
          <Group key={items[0]?.key} className={styles.group} {...(heading && { 'aria-label': heading })}>
            {heading && (
              <div className={`label faint ${styles.heading}`} aria-hidden="true">
                {heading}
              </div>
            )}
            {items.map(({ key, label, isChosen, onChoose }) => (
              <button
                key={key}
                type="button"
                {...(isChosen === undefined
                  ? { role: 'menuitem' }
                  : { role: 'menuitemradio', 'aria-checked': isChosen })}
                data-autofocus={isChosen || undefined}
                tabIndex={-1}
                className={`row whole rounded gap-8 to-start ${styles.item}`}
                onClick={() => {
                  close()
                  onChoose()
                }}
              >
                {hasMarks && (
                  <span className={`rigid accent ${styles.mark}`}>{isChosen && <CheckIcon size={14} />}</span>
                )}
                {label}
              </button>
            ))}
          </Group>
        ))
      }
    </Popover>
  )
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const { key } = event
  const letter = key.length === 1 && key !== ' ' ? key.toLowerCase() : undefined
  const to =
    key === 'ArrowDown'
      ? (at + 1) % items.length
      : key === 'ArrowUp'
        ? (at - 1 + items.length) % items.length
        : key === 'Home'
          ? 0
          : key === 'End'
            ? items.length - 1
            : letter === undefined
              ? -1
              : items.findIndex((item, place) => place > at && startsWith(item, letter))
  const next = letter !== undefined && to < 0 ? items.find((item) => startsWith(item, letter)) : items[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}

const startsWith = (item: HTMLElement, letter: string) =>
  item.textContent.trim().replace(/^\./, '').toLowerCase().startsWith(letter)
