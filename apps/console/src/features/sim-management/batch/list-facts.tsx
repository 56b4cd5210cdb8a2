import { mostOtherColumns } from '@support-console/contract/batch-file.words'
import type { BatchList, RefusedList } from '@support-console/contract/batch-list'
import { sayTimeToday } from '../../../ui/local-time.ts'
import styles from '../sim-management.module.css'
import { text } from '../texts.ts'
import type { useUpload } from './use-upload.ts'

interface ListFactsProps {
  readonly read: BatchList | RefusedList
  readonly list: ReturnType<typeof useUpload>['list']
}

/** How a list was read (D35): which column and sheet, what is kept for the result's file and what is not, and when. */
export function ListFacts({ read, list }: ListFactsProps) {
  if ('refusal' in read || !list?.checked) return null
  const { column, otherColumns, lostColumns } = read
  const said = [
    list.sheet !== undefined && text('ReadSheet', { sheet: list.sheet }),
    column !== undefined && text('ReadColumn', { column }),
    otherColumns.length > 0 && text('ReadOthers', { columns: otherColumns.join(', ') }),
    lostColumns.length > 0 && text('ReadLost', { most: mostOtherColumns, columns: lostColumns.join(', ') }),
    text('CheckedListAt', { time: sayTimeToday(list.checked.at) }),
  ]
  return <p className={styles.foot}>{said.filter((part) => part !== false).join(' ')}</p>
}
