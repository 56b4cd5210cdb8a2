import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { PaletteProps, PaletteScreen } from '../../features/search/index.ts'
import { text } from '../../texts/text.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { provideSearch } from '../shortcuts.ts'
import styles from './search-door.module.css'

const loadSearch = () => import('../../features/search/index.ts')

type SetPalette = (palette: () => ComponentType<PaletteProps>) => void

const openBy = (set: SetPalette) => void loadSearch().then(({ Palette }) => set(() => Palette))

/** The field of the header that opens the palette, whose program comes with the first press; so do Ctrl+K and '/' (shortcuts.ts). */
export function SearchDoor({ screens }: { readonly screens: readonly PaletteScreen[] }) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    provideSearch(() => openBy(setPalette))
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
      <button type="button" className={styles.door} aria-haspopup="dialog" onClick={() => openBy(setPalette)}>
        <Icon>
          <circle cx="7" cy="7" r="4.25" />
          <path d="m10.2 10.2 3.3 3.3" />
        </Icon>
        <span>{text('SearchOrGo')}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {Palette && <Palette screens={screens} onClose={() => setPalette(null)} />}
    </>
  )
}
