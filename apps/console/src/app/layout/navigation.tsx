import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { Link } from '../../kit/link.tsx'
import { classes } from '../../ui/classes.ts'
import { ChevronRightIcon } from '../../ui/icons/controls.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './navigation.module.css'

/** An entry of the side navigation (2.1). One with submenus expands and collapses; its own url is not a link then. */
export interface NavigationItem {
  key: string
  text: string
  icon: ReactNode
  url: string
  isActive: boolean
  submenus?: readonly NavigationItem[]
}

interface NavigationProps {
  items: readonly NavigationItem[]
  /** Icons only, with the text as a tooltip; the text stays the link's name for those who listen. */
  isRail?: boolean
}

/** The list of screens. */
export function Navigation({ items, isRail = false }: NavigationProps) {
  return (
    <ul className={classes(styles.list, isRail && styles.rail)}>
      {items.map((item) => (
        <Entry key={item.key} item={item} isRail={isRail} />
      ))}
    </ul>
  )
}

function Entry({
  item,
  isRail,
  isChild = false,
}: {
  item: NavigationItem
  isRail: boolean
  isChild?: boolean
}) {
  const named = (control: ReactElement<{ 'aria-describedby'?: string | undefined }>) => (
    <Tooltip tip={item.text} placement="end" isEnabled={isRail} isDescription={false}>
      {control}
    </Tooltip>
  )
  if (item.submenus) return <Submenu item={item} isRail={isRail} named={named} />
  return (
    <li className={styles.entry}>
      {named(
        <Link
          to={item.url}
          className={classes(
            'row relative nowrap quiet rounded gap-10',
            'to-start unlined',
            styles.item,
            isChild && styles.child,
          )}
          aria-current={item.isActive ? 'page' : undefined}
          data-current={item.isActive || undefined}
        >
          <Icon>{item.icon}</Icon>
          <span className={isRail ? 'visually-hidden' : `clip ${styles.text}`}>{item.text}</span>
        </Link>,
      )}
    </li>
  )
}

interface SubmenuProps {
  item: NavigationItem
  isRail: boolean
  named: (control: ReactElement<{ 'aria-describedby'?: string | undefined }>) => ReactElement
}

function Submenu({ item, isRail, named }: SubmenuProps) {
  const listId = useId()
  const holdsActive = item.submenus?.some((child) => child.isActive) ?? false
  // Until the person has decided, the entry that holds the present screen is open.
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? holdsActive
  return (
    <li className={styles.entry}>
      {named(
        <button
          type="button"
          className={`row relative nowrap quiet rounded gap-10 to-start unlined ${styles.item}`}
          aria-expanded={isOpen}
          aria-controls={listId}
          data-current={(holdsActive && !isOpen) || undefined}
          onClick={() => setChoice(!isOpen)}
        >
          <Icon>{item.icon}</Icon>
          <span className={isRail ? 'visually-hidden' : `clip ${styles.text}`}>{item.text}</span>
          <span className={isRail ? 'visually-hidden' : 'flex turns'}>
            <ChevronRightIcon />
          </span>
        </button>,
      )}
      <ul id={listId} className={styles.list} hidden={!isOpen}>
        {item.submenus?.map((child) => (
          <Entry key={child.key} item={child} isRail={isRail} isChild />
        ))}
      </ul>
    </li>
  )
}
