import type { ReadList } from './list-file.ts'

/** A list that was read of a file, with the file for another choice of its sheets. */
export interface ListOfFile extends Pick<ReadList, 'content' | 'facts'> {
  file: File
}

let handed: ListOfFile | undefined

/** Gives it to the page that shows the list. */
export function handOver(list: ListOfFile): void {
  handed = list
}

let dropped: File | undefined

/** A file that was dropped on some page, for the page that looks up what it holds. */
export function handOverFile(file: File): void {
  dropped = file
}

export function takeFile(): File | undefined {
  const file = dropped
  dropped = undefined
  return file
}

/** The one with this content; a reload leaves none. */
export const handedOver = (content: string | undefined): ListOfFile | undefined =>
  handed?.content === content ? handed : undefined
