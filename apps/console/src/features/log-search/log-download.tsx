import { newTransactionId, recordAction, saveFile } from '../../api/index.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { rowsInOrder, type TableRow, type TableSort } from '../../ui/data-table/index.ts'
import { DownloadIcon } from '../../ui/icons/controls.tsx'
import { text } from './texts.ts'

interface LogDownloadProps {
  readonly fileName: string
  /** The file's text, asked for at the press. */
  readonly csv: () => string
  /** For the audit entry (D18). */
  readonly screenTitle: string
  readonly action: string
}

/** Saves the rows of a log as a file (D22). */
export function LogDownload({ fileName, csv, screenTitle, action }: LogDownloadProps) {
  const download = () => {
    recordAction(screenTitle, action, newTransactionId())
    saveFile(new Blob([csv()], { type: 'text/csv;charset=utf-8' }), fileName)
    announce(text('Saved', { file: fileName }))
  }
  return (
    <Button size="tool" icon={<DownloadIcon />} onPress={download}>
      {text('Download')}
    </Button>
  )
}

/** The items in the order of their rows; `rows[i]` shows `items[i]`. */
export function inOrderOfRows<Item>(
  items: readonly Item[],
  rows: readonly TableRow[],
  sort: TableSort,
): Item[] {
  const place = new Map(rows.map((row, index) => [row, index]))
  return rowsInOrder(rows, sort).map((row) => items[place.get(row) ?? 0] as Item)
}
