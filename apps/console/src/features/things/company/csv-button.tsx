import { culture } from '../../../texts/languages.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon } from '../../../ui/icons/screens.tsx'
import { text } from './texts.ts'

interface CsvButtonProps {
  /** Of all that match; else of what is selected. */
  readonly count?: number
  readonly isBusy: boolean
  readonly onPress: () => void
}

export function CsvButton({ count, isBusy, onPress }: CsvButtonProps) {
  return (
    <Button
      size="tool"
      icon={<DownloadIcon />}
      isBusy={isBusy}
      busyText={text('Csv')}
      aria-label={
        count === undefined
          ? text('CsvOfChosen')
          : text('CsvOfMatches', { count: count.toLocaleString(culture) })
      }
      disabledReason={count === 0 ? text('NothingToSave') : undefined}
      onPress={onPress}
    >
      {text('Csv')}
    </Button>
  )
}
