import { useMoment } from '../../api/moment.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DownloadIcon } from '../../ui/icons/screens.tsx'
import styles from './download.module.css'
import { type Format, formats } from './sheet.ts'
import { text } from './texts.ts'

interface DownloadButtonsProps {
  /** What 'Download' gives; the other format has a button beside it. */
  readonly format: Format
  readonly onDownload: (format: Format) => void
  readonly isBusy: boolean
  /** What of: 'of all 410 that match', where the page shows but a part of it. */
  readonly of?: string | undefined
  readonly disabledReason?: string | undefined
  readonly look?: 'plain' | 'quiet'
  readonly size?: 'tool' | 'field'
  readonly className?: string | undefined
}

const first = { csv: 'DownloadCsv', xlsx: 'DownloadXlsx' } as const
const second = { csv: 'AsCsv', xlsx: 'AsXlsx' } as const
const names = { csv: 'Csv', xlsx: 'Xlsx' } as const

/** 'CSV', '.xlsx': as the log names it. */
export const sayFormat = (format: Format): string => text(names[format])

/** 'Download CSV', and the same in the other format (D35); of the past there are no files. */
export function DownloadButtons(props: DownloadButtonsProps) {
  const { format, onDownload, isBusy, of, disabledReason, look = 'plain', size = 'tool' } = props
  const other = formats.find((one) => one !== format) ?? format
  const isPast = useMoment() !== null
  if (isPast) return null
  const labelled = (said: string) => (of === undefined ? undefined : `${said} ${of}`)
  return (
    <span className={classes(styles.buttons, props.className)}>
      <Button
        size={size}
        look={look}
        icon={<DownloadIcon />}
        isBusy={isBusy}
        busyText={text('Downloading')}
        aria-label={labelled(text(first[format]))}
        disabledReason={disabledReason}
        onPress={() => onDownload(format)}
      >
        {text(first[format])}
      </Button>
      <Button
        size={size}
        look={look}
        aria-label={labelled(text(second[other]))}
        disabledReason={isBusy ? text('Downloading') : disabledReason}
        onPress={() => onDownload(other)}
      >
        {text(second[other])}
      </Button>
    </span>
  )
}
