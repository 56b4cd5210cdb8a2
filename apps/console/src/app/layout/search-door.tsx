import { type ComponentType, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { PaletteProps, PaletteScreen } from '../../features/search/index.ts'
import { text } from '../../texts/text.ts'
import { SearchIcon } from '../../ui/icons/controls.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { showToast } from '../../ui/toast-store.ts'
import { provideSearch } from '../shortcuts.ts'
import { provideReceiver } from '../stray-files.ts'
import styles from './search-door.module.css'

const loadSearch = () => import('../../features/search/index.ts')

type Opened = Pick<PaletteProps, 'typed' | 'entered'> & { readonly nth: number }

/** Its program, from its first opening on. */
let Palette: ComponentType<PaletteProps> | undefined

/**
 * The field of the header that opens the palette, whose program comes with the first press; so do Ctrl+K and '/'
 * (shortcuts.ts). Until it is there a plain field takes what is typed: no letter is lost, and none is a shortcut.
 */
export function SearchDoor({ screens }: { readonly screens: readonly PaletteScreen[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const waiting = useRef<HTMLInputElement>(null)
  /** What has the focus again in the end. */
  const before = useRef<Element>(null)
  const { pathname, search } = useLocation()
  const open = (typed = '') => {
    if (waiting.current?.isConnected) return
    before.current = document.activeElement
    // Now: the next letter comes before what React would do in its own time. Another one: the last may have closed just now,
    // and its end is still to be told.
    flushSync(() => setOpened({ typed, nth: (opened?.nth ?? 0) + 1 }))
    waiting.current?.focus()
    if (!Palette)
      loadSearch().then(
        (loaded) => {
          Palette = loaded.Palette
          leave((now) => now && { ...now })
        },
        (error: unknown) => {
          leave(() => null)
          showToast(text('NoSearch'), 'error')
          reportError(error)
        },
      )
  }
  /** The waiting field goes; who has gone on elsewhere meanwhile stays there. */
  const leave = (next: (now: Opened | null) => Opened | null) => {
    if (!waiting.current) return
    const isThere = document.activeElement === waiting.current
    if (isThere) (before.current as HTMLElement | null)?.focus()
    flushSync(() => setOpened(isThere ? next : null))
  }
  const now = useRef(open)
  now.current = open
  const navigate = useNavigate()
  useEffect(() => {
    const search = (typed?: string) => now.current(typed)
    provideSearch(search)
    provideReceiver((stray) => void loadSearch().then(({ lookUp }) => lookUp(stray, { navigate, search })))
    return () => {
      provideSearch(undefined)
      provideReceiver(undefined)
    }
  }, [navigate])
  // An address that asks for a thing is a visit to it (D38).
  useEffect(() => {
    if (!search && !/\d/.test(pathname)) return
    void loadSearch().then(({ noteVisit, thingAt }) => {
      const thing = thingAt(new URL(pathname + search, location.origin))
      if (thing) noteVisit(thing.kind, thing.id)
    })
  }, [pathname, search])
  return (
    <div className="relative rigid">
      <button
        type="button"
        className={`row gap-8 rounded ${styles.door}`}
        aria-haspopup="dialog"
        onClick={() => open()}
      >
        <SearchIcon />
        <span>{text('SearchOrGo')}</span>
        <kbd className="key">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {opened && !Palette && (
        <input
          ref={waiting}
          aria-label={text('SearchOrGo')}
          autoComplete="off"
          className={`row gap-8 absolute rounded ${styles.door} ${styles.waiting}`}
          value={opened.typed}
          onChange={({ target }) => setOpened({ typed: target.value, nth: opened.nth })}
          onKeyDown={({ key, ctrlKey, metaKey, nativeEvent }) => {
            if (nativeEvent.isComposing) return
            if (key === 'Escape') leave(() => null)
            if (key === 'Enter') setOpened({ ...opened, entered: { isNewTab: ctrlKey || metaKey } })
          }}
        />
      )}
      {opened && Palette && (
        <Palette key={opened.nth} screens={screens} {...opened} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}
