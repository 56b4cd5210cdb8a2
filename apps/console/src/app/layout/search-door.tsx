import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { PaletteProps, PaletteScreen } from '../../features/search/index.ts'
import { text } from '../../texts/text.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './search-door.module.css'

const loadSearch = () => import('../../features/search/index.ts')

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys that are typed into something are no way to the search. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

type SetPalette = (palette: () => ComponentType<PaletteProps>) => void

const openBy = (set: SetPalette) => void loadSearch().then(({ Palette }) => set(() => Palette))

/** The field of the header that opens the palette, whose program comes with the first press; so do Ctrl+K and '/'. */
export function SearchDoor({ screens }: { readonly screens: readonly PaletteScreen[] }) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
      if (event.defaultPrevented || !(isShortcut || isSlash) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      openBy(setPalette)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
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
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {Palette && <Palette screens={screens} onClose={() => setPalette(null)} />}
    </>
  )
}
