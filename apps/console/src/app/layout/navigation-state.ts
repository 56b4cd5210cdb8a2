import { useState, useSyncExternalStore } from 'react'
import { localStore } from '../../ui/safe-storage.ts'

const STORAGE_KEY = 'support-console.navigation'
const drawerWidths = () => window.matchMedia('(width < 700px)')

/** Whether the window is so narrow that the navigation is a drawer. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = drawerWidths()
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => drawerWidths().matches,
  )
}

/** Open at start (2.1); a collapsed one is remembered per browser. */
export function useNavigationIsOpen(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => localStore.get(STORAGE_KEY) !== 'rail')
  const choose = (open: boolean) => {
    setIsOpen(open)
    localStore.set(STORAGE_KEY, open ? 'open' : 'rail')
  }
  return [isOpen, choose]
}
