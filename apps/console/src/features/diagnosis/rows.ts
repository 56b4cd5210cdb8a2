import { useState } from 'react'

/** Which rows of the findings are open, by their names. */
export function useRows() {
  const [opened, setOpened] = useState<readonly string[]>([])
  const isOpen = (key: string) => opened.includes(key)
  return {
    isOpen,
    toggle: (key: string) =>
      setOpened(isOpen(key) ? opened.filter((each) => each !== key) : [...opened, key]),
    open: (key: string) => setOpened([...new Set([...opened, key])]),
    closeAll: () => setOpened([]),
  }
}
export type Rows = ReturnType<typeof useRows>
