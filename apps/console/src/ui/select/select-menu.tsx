import { useEffect, useLayoutEffect, useRef } from 'react'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import { classes } from '../classes.ts'
import { placeBeside } from '../floating.ts'
import fieldStyles from '../form/field.module.css'
import { Group } from '../group.tsx'
import { CheckIcon, SearchIcon } from '../icons/controls.tsx'
import styles from './select.module.css'
import type { SelectState } from './use-select.ts'

const text = textsOf(fields)

interface SelectMenuProps {
  readonly menu: SelectState
  readonly label: string
  readonly value: string | undefined
  readonly isLoading: boolean
  readonly isMono?: boolean | undefined
}

/** To go on where the letters that were typed on the button end. */
function focusAtEnd(input: HTMLInputElement) {
  if (document.activeElement === input) return
  input.focus({ preventScroll: true })
  input.setSelectionRange(input.value.length, input.value.length)
}

/** The open list of a select menu, in the browser's top layer: no table or dialog cuts it. */
export function SelectMenu({ menu, label, value, isLoading, isMono }: SelectMenuProps) {
  const pop = useRef<HTMLDivElement>(null)
  const { active, button, close, optionId, search } = menu
  const closeNow = useRef(close)
  useEffect(() => {
    closeNow.current = close
  })

  useLayoutEffect(() => {
    const element = pop.current
    if (!element || !button.current) return
    const place = () => {
      if (!button.current) return
      const anchor = button.current.getBoundingClientRect()
      element.style.minWidth = `${Math.max(140, anchor.width)}px`
      placeBeside(anchor, element, 'bottom-start', 4)
    }
    element.showPopover()
    place()
    const leave = (event: PointerEvent) => {
      const target = event.target as Node
      if (!element.contains(target) && !button.current?.contains(target)) closeNow.current(false)
    }
    document.addEventListener('pointerdown', leave)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      document.removeEventListener('pointerdown', leave)
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [button])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search shows its first match
  useLayoutEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active, optionId, search])

  const count = menu.shown.length
  let index = -1
  const options = menu.sections.map((section, at) => {
    const rows = section.options.map((option) => {
      index += 1
      const own = index
      const isChosen = option.value === value
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken at the combobox
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the combobox
        <div
          key={option.value}
          id={optionId(own)}
          role="option"
          aria-selected={isChosen}
          aria-disabled={option.isDisabled || undefined}
          className={classes(
            'row between gap-12',
            styles.option,
            own === active && styles.active,
            isChosen && `strong ${styles.chosen}`,
          )}
          onPointerMove={() => !option.isDisabled && own !== active && menu.setActive(own)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => menu.choose(option)}
        >
          {option.label}
          {isChosen && <CheckIcon size={14} />}
        </div>
      )
    })
    const headingId = `${menu.listId}-${at}`
    return section.label === undefined ? (
      rows
    ) : (
      <Group key={headingId} aria-labelledby={headingId}>
        <div id={headingId} className={`label faint ${styles.heading}`} role="presentation">
          {section.label}
        </div>
        {rows}
      </Group>
    )
  })

  return (
    <div ref={pop} popover="manual" className={`floating over-page clip ${styles.menu}`}>
      {menu.hasSearch && (
        <div className={`row gap-8 rigid faint line-below ${styles.search}`}>
          <SearchIcon size={14} />
          <input
            {...menu.comboProps}
            aria-autocomplete="list"
            aria-label={text('SearchOptions')}
            type="text"
            className="frameless"
            value={search}
            placeholder={text('Select')}
            autoComplete="off"
            spellCheck={false}
            ref={(element) => {
              // Not by autoFocus: the pop-over must be open first.
              if (element) requestAnimationFrame(() => focusAtEnd(element))
            }}
            onChange={(event) => menu.find(event.target.value)}
            onKeyDown={menu.onMenuKey}
            onBlur={(event) => {
              const to = event.relatedTarget
              if (event.target.isConnected && to && to !== button.current) close(false)
            }}
          />
        </div>
      )}
      <div
        role="listbox"
        id={menu.listId}
        aria-label={label}
        aria-busy={isLoading || undefined}
        className={classes(styles.list, isMono && fieldStyles.mono)}
      >
        {isLoading || count === 0 ? (
          <div
            className={`faint ${styles.none}`}
            role="option"
            aria-disabled="true"
            aria-selected="false"
            tabIndex={-1}
          >
            {text(isLoading ? 'LoadingOptions' : 'NoOptions')}
          </div>
        ) : (
          options
        )}
      </div>
    </div>
  )
}
