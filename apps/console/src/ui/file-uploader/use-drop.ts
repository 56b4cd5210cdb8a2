import { type DragEvent, useState } from 'react'
import { fileUploader } from '../../texts/en-US/file-uploader.ts'
import { textsOf } from '../../texts/text.ts'

const text = textsOf(fileUploader)

/** Text that is dragged goes where the browser puts it. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

interface DropOptions {
  readonly isOff?: boolean
  readonly isMultiple?: boolean
  readonly take: (files: readonly File[]) => void
}

/**
 * Files that are dragged over an element, and dropped on it; the browser never opens them in place of the page.
 * @returns `leftOut` says how many came beside the one that was taken; undefined: none
 */
export function useDrop({ isOff = false, isMultiple = false, take }: DropOptions) {
  const [isOver, setOver] = useState(false)
  const [others, setOthers] = useState(0)
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
      const files = [...event.dataTransfer.files]
      const taken = isMultiple ? files : files.slice(0, 1)
      setOthers(isOff ? 0 : files.length - taken.length)
      take(taken)
    },
  }
  const leftOut = others > 0 ? text('LeftOut', { count: others }) : undefined
  return { isOver: isOver && !isOff, dropProps, leftOut }
}
