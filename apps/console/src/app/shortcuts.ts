import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { pageKeys } from '../kit/page-keys/index.ts'
import type { Screen } from '../kit/screen.ts'
import { comesByKeys } from '../ui/came-by-keys.ts'
import { isApple } from '../ui/is-apple.ts'
import { localStore } from '../ui/safe-storage.ts'

/** What keys do wherever someone is (design of the connected console, 1): shown by `?`. */
export interface Shortcut {
  /** Each does it: a key, keys one after the other ('g i'), or one with Ctrl, on Apple's machines ⌘ ('Mod+k'). */
  readonly keys: readonly string[]
  /** A screen: leads there. Of a page's own key what it does. */
  readonly what: 'search' | 'list' | Screen | { readonly said: string }
  readonly run: () => void
}

/** Under this name the browser remembers 'off': single keys are none then, for those who speak or whose hands shake. */
export const rememberedAs = 'shortcuts'

let openSearch: ((typed?: string) => void) | undefined
const told = new Set<() => void>()
let openList = () => {}

/** `/` and Ctrl+K call this from now on; undefined: nothing any more, and the list does not name them. */
export function provideSearch(open: typeof openSearch): void {
  openSearch = open
  for (const tell of told) tell()
}

function subscribe(tell: () => void) {
  told.add(tell)
  return () => told.delete(tell)
}

/** Opens the search with what was typed elsewhere. */
export const searchFor = (typed: string) => openSearch?.(typed)

/** Shows the list of shortcuts. */
export const showShortcuts = () => openList()

/** The shortcuts of the frame, which leads to these screens. `wasListed`: the list was opened once, and may close. */
export function useShortcuts(screens: readonly Screen[]) {
  const navigate = useNavigate()
  const [isListed, setListed] = useState<boolean>()
  const search = useSyncExternalStore(subscribe, () => openSearch)
  const shortcuts: readonly Shortcut[] = [
    ...(search ? [{ keys: ['/', 'Mod+k'], what: 'search', run: () => search() } as const] : []),
    { keys: ['?'], what: 'list', run: () => setListed(true) },
    ...screens
      .filter(({ letter }) => letter !== undefined)
      .map((screen) => ({
        keys: [`g ${screen.letter}`],
        what: screen,
        run: () => {
          comesByKeys(true)
          void navigate(screen.menuPath ?? screen.path)
        },
      })),
  ]
  const now = useRef(shortcuts)
  now.current = shortcuts
  useEffect(() => {
    let before = ''
    const forget = () => {
      before = ''
      comesByKeys(false)
    }
    const press = (event: KeyboardEvent) => {
      const keys = before + keyOf(event)
      forget()
      if (now.current.some((each) => each.keys.some((all) => all.startsWith(`${keys} `)))) before = `${keys} `
      const meant =
        now.current.find((each) => each.keys.includes(keys)) ?? pageKeys().find(({ key }) => key === keys)
      // Before the browser's own meaning: a letter in the field that opens, a search in the page.
      if (meant) event.preventDefault()
      meant?.run()
    }
    openList = () => setListed(true)
    addEventListener('keydown', press)
    addEventListener('pointerdown', forget)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('pointerdown', forget)
    }
  }, [])
  return {
    shortcuts: isListed ? [...shortcuts, ...ofPage()] : shortcuts,
    isListed: isListed === true,
    wasListed: isListed !== undefined,
    close: () => setListed(false),
  }
}

const ofPage = (): Shortcut[] =>
  pageKeys().map(({ key, what, run }) => ({
    keys: [key === 'Escape' ? 'Esc' : key],
    what: { said: what },
    run,
  }))

/** Where letters mean themselves. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=spinbutton]'

/** The key as shortcuts name it; nothing where it is none of theirs. */
function keyOf(event: KeyboardEvent): string {
  const { key, code, target, altKey, ctrlKey, metaKey, shiftKey } = event
  const isTaken = event.defaultPrevented || event.repeat || event.isComposing
  if (isTaken || altKey || (key?.length !== 1 && key !== 'Escape') || document.querySelector('dialog[open]'))
    return ''
  if (isApple ? metaKey : ctrlKey) {
    // With another modifier it is the browser's or the system's. Keyboards of other scripts have the letter by its place.
    if (shiftKey || (isApple ? ctrlKey : metaKey)) return ''
    return `Mod+${/[ -~]/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()}`
  }
  // What is open beside its button is closed first, by the browser.
  if (key === 'Escape' && document.querySelector('[popover=auto]:popover-open')) return ''
  const isTyping = target instanceof Element && target.closest(typing)
  if (ctrlKey || metaKey || isTyping || localStore.get(`support-console.${rememberedAs}`) === 'off') return ''
  return key
}
