import { useState, useSyncExternalStore } from 'react'

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
  const [isOpen, setIsOpen] = useState(() => {
    try {
      return localStorage.getItem(STORAGE_KEY) !== 'rail'
    } catch {
      return true
    }
  })
  const choose = (open: boolean) => {
    setIsOpen(open)
    try {
      localStorage.setItem(STORAGE_KEY, open ? 'open' : 'rail')
    } catch {
      // A browser that keeps nothing starts open next time.
    }
  }
  return [isOpen, choose]
}
