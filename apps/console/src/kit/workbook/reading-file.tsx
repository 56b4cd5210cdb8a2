import { Button } from '../../ui/button.tsx'
import { shortName } from '../../ui/file-uploader/files.ts'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { text } from './refused.ts'
import styles from './workbook.module.css'

/** While a file is read: which, and the way out. */
export function ReadingFile({ name, onCancel }: { readonly name: string; readonly onCancel: () => void }) {
  return (
    <div className={styles.reading}>
      <LoadingMark>{text('Reading', { name: shortName(name) })}</LoadingMark>
      <Button size="tool" look="quiet" onPress={onCancel}>
        {text('Cancel')}
      </Button>
    </div>
  )
}
