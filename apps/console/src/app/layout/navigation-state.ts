import { useState, useSyncExternalStore } from 'react'
import { localStore } from '../../ui/safe-storage.ts'

const STORAGE_KEY = 'support-console.navigation'

function useMedia(condition: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(condition)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(condition).matches,
  )
}

/** Whether the window is so narrow that the navigation is a drawer. */
export const useIsNarrow = (): boolean => useMedia('(width < 700px)')

/**
 * Open at start (2.1); a collapsed one is remembered per browser. In a window that has little room beside it, as at 200 %
 * zoom, it is collapsed until someone opens it, which is not remembered.
 */
export function useNavigationIsOpen(): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const isTight = useMedia('(width < 900px)')
  const [isOpen, setIsOpen] = useState(() => localStore.get(STORAGE_KEY) !== 'rail')
  const [isOpenInTight, setOpenInTight] = useState(false)
  const choose = (open: boolean) => {
    setIsOpen(open)
    localStore.set(STORAGE_KEY, open ? 'open' : 'rail')
  }
  return isTight ? [isOpenInTight, setOpenInTight] : [isOpen, choose]
}
