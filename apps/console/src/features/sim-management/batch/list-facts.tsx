import { mostOtherColumns } from '@support-console/contract/batch-file.words'
import { list as names } from '../../../ui/listed.ts'
import { sayTimeToday } from '../../../ui/local-time.ts'
import { text } from '../texts.ts'
import type { useUpload } from './use-upload.ts'

/** How a list was read (D35): which column and sheet, what is kept for the result's file and what is not, and when. */
export function ListFacts({ list }: { readonly list: ReturnType<typeof useUpload>['list'] }) {
  if (!list?.read || !list.checked) return null
  const { column, otherColumns, lostColumns } = list.read
  const sheet = list.facts?.sheets[list.facts.sheet]
  const said = [
    sheet !== undefined && text('ReadSheet', { sheet: sheet.name }),
    column !== undefined && text('ReadColumn', { column }),
    otherColumns.length > 0 && text('ReadOthers', { columns: otherColumns.join(', ') }),
    lostColumns.length > 0 && text('ReadLost', { most: mostOtherColumns, columns: names(lostColumns) }),
    text('CheckedListAt', { time: sayTimeToday(list.checked.at) }),
  ]
  return <p>{said.filter((part) => part !== false).join(' ')}</p>
}
