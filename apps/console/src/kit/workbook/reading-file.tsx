import { Button } from '../../ui/button.tsx'
import { shortName } from '../../ui/file-uploader/files.ts'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { text } from './refused.ts'

/** While a file is read: which, and the way out. */
export function ReadingFile({ name, onCancel }: { readonly name: string; readonly onCancel: () => void }) {
  return (
    <div className="row wrap gap-8">
      <LoadingMark>{text('Reading', { name: shortName(name) })}</LoadingMark>
      <Button size="tool" look="quiet" onPress={onCancel}>
        {text('Cancel')}
      </Button>
    </div>
  )
}
