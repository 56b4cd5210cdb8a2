import { type DragEvent, useState } from 'react'

/** Text that is dragged goes where the browser puts it. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Files that are dragged over an element, and dropped on it; the browser never opens them in place of the page. */
export function useDrop(isOff: boolean, take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      if (!isOff) setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    },
  }
  return { isOver: isOver && !isOff, dropProps }
}
