import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { PaletteProps, PaletteScreen } from '../../features/search/index.ts'
import { text } from '../../texts/text.ts'
import { SearchIcon } from '../../ui/icons/controls.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { provideSearch } from '../shortcuts.ts'
import styles from './search-door.module.css'

const loadSearch = () => import('../../features/search/index.ts')

interface Opened {
  Palette: ComponentType<PaletteProps>
  typed: string
}

/** What was typed last, while the program is on its way. */
let wanted = ''
let loaded: ComponentType<PaletteProps> | undefined

/** At once where the program is there: whoever types on would else see a letter come after the palette has taken the next ones. */
function openBy(set: (opened: Opened) => void, typed = ''): void {
  wanted = typed
  if (loaded) set({ Palette: loaded, typed })
  else
    void loadSearch().then(({ Palette }) => {
      loaded = Palette
      set({ Palette, typed: wanted })
    })
}

/** The field of the header that opens the palette, whose program comes with the first press; so do Ctrl+K and '/' (shortcuts.ts). */
export function SearchDoor({ screens }: { readonly screens: readonly PaletteScreen[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    provideSearch((typed) => openBy(setOpened, typed))
    return () => provideSearch(undefined)
  }, [])
  // An address that asks for a thing is a visit to it (D38).
  useEffect(() => {
    if (!search && !/\d/.test(pathname)) return
    void loadSearch().then(({ noteVisit, thingAt }) => {
      const thing = thingAt(new URL(pathname + search, location.origin))
      if (thing) noteVisit(thing.kind, thing.id)
    })
  }, [pathname, search])
  return (
    <>
      <button type="button" className={styles.door} aria-haspopup="dialog" onClick={() => openBy(setOpened)}>
        <SearchIcon />
        <span>{text('SearchOrGo')}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {opened && <opened.Palette screens={screens} typed={opened.typed} onClose={() => setOpened(null)} />}
    </>
  )
}
