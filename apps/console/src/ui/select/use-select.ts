import { type FocusEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { flatOptions, matching, nextActive, type SelectItem, type SelectOption } from './select-options.ts'

/** From how many options on the menu has a search field from the start. */
const searchFrom = 8

interface SelectSettings {
  readonly options: readonly SelectItem[]
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly isLoading: boolean
  /** The menu was closed, whether something was chosen or not. */
  readonly onClose: () => void
}

/**
 * The behaviour of a select menu, after the select-only combobox of the ARIA Authoring Practices: the focus stays
 * on the button, or on the search field, and aria-activedescendant names the option that the keys are on. Typing opens
 * and filters; only Enter, Space in a menu that was not typed in, or a click chooses (decision 005).
 */
export function useSelect({ options, value, onChange, isLoading, onClose }: SelectSettings) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(-1)
  const [wasTyped, setTyped] = useState(false)
  const all = useMemo(() => flatOptions(options), [options])
  const sections = useMemo(() => matching(options, search), [options, search])
  const shown = useMemo(() => sections.flatMap((section) => section.options), [sections])
  const hasSearch = (wasTyped || all.length >= searchFrom) && !isLoading

  const open = () => {
    setSearch('')
    setTyped(false)
    const at = all.findIndex((option) => option.value === value)
    setActive(at >= 0 ? at : (nextActive(all, -1, 'Home') ?? -1))
    setOpen(true)
  }
  const close = (returnsFocus: boolean) => {
    if (!isOpen) return
    setOpen(false)
    onClose()
    if (returnsFocus) button.current?.focus()
  }
  const choose = (option: SelectOption | undefined) => {
    if (!option || option.isDisabled) return
    close(true)
    if (option.value !== value) onChange(option.value)
  }
  const find = (letters: string) => {
    setSearch(letters)
    const found = matching(options, letters).flatMap((section) => section.options)
    setActive(nextActive(found, -1, 'Home') ?? -1)
  }
  /** A letter on the button: it opens the menu and searches; the letters before the search field has the focus, too. */
  const type = (letter: string) => {
    if (!isOpen) open()
    setTyped(true)
    find(isOpen ? search + letter : letter)
  }
  const isLetter = (event: KeyboardEvent) =>
    event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

  const onButtonKey = (event: KeyboardEvent) => {
    if (isLetter(event) && (event.key !== ' ' || (isOpen && wasTyped))) {
      event.preventDefault()
      type(event.key)
    } else if (isOpen) onMenuKey(event)
    else if (['ArrowDown', 'ArrowUp', 'Enter', 'Home', 'End', ' '].includes(event.key)) {
      event.preventDefault()
      open()
    }
  }
  const onMenuKey = (event: KeyboardEvent) => {
    // The open menu takes these keys: they must not reach a dialog or form around it.
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close(true)
    } else if (event.key === 'Tab') {
      // The list goes, and the focus to the neighbour of the field.
      close(true)
    } else if (event.key === 'Enter' || (event.key === ' ' && !hasSearch)) {
      event.preventDefault()
      choose(shown[active])
    } else if (hasSearch && (event.key === 'Home' || event.key === 'End')) {
      // In the search field these move the caret.
    } else {
      const next = nextActive(shown, active, event.key)
      if (next !== undefined) {
        event.preventDefault()
        setActive(next)
      }
    }
  }
  const optionId = (index: number) => `${id}-${index}`
  const comboProps = {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-list` : undefined,
    'aria-activedescendant': isOpen && shown[active] ? optionId(active) : undefined,
  } as const
  return {
    isOpen,
    button,
    sections,
    shown,
    active,
    search,
    hasSearch,
    listId: `${id}-list`,
    optionId,
    setActive,
    choose,
    find,
    close,
    onMenuKey,
    comboProps,
    buttonProps: {
      ...comboProps,
      ref: button,
      onClick: () => (isOpen ? close(true) : open()),
      onKeyDown: onButtonKey,
      onBlur: (event: FocusEvent) => {
        if (isOpen && !hasSearch && !document.getElementById(`${id}-list`)?.contains(event.relatedTarget))
          close(false)
      },
    },
  } as const
}

export type SelectState = ReturnType<typeof useSelect>
