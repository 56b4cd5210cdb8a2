import { addresses } from '@support-console/contract/addresses'
import { anythingIn } from '@support-console/contract/line-list'
import { countLines, longestSearch } from '@support-console/contract/search.words'
import { handOverFile } from '../../kit/workbook/handed-over.ts'

interface Ways {
  readonly navigate: (to: string, options: { state: object }) => unknown
  readonly search: (typed: string) => void
}

/** Looks up what was dropped or pasted on a page: one line in the palette, a list or a file on the page of many lines. */
export function lookUp(
  { file, others, text }: { file?: File | undefined; others: number; text: string },
  { navigate, search }: Ways,
): void {
  if (file) {
    handOverFile(file)
    navigate(addresses.searchMany(), { state: { isFile: true, others } })
    return
  }
  const lines = anythingIn(text)
  // What is too long for a search is a list, which says so.
  if (countLines(lines) > 1 || lines.length > longestSearch)
    navigate(addresses.searchMany(), { state: { lines } })
  else if (lines !== '') search(lines)
}
