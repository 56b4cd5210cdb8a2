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
  readonly look?: 'plain' | 'quiet'
  readonly size?: 'tool' | 'field'
  readonly className?: string | undefined
}

const names = { csv: 'AsCsv', xlsx: 'AsXlsx' } as const

/** 'Download', and the same in the other format (D35). */
export function DownloadButtons(props: DownloadButtonsProps) {
  const { format, onDownload, isBusy, look = 'plain', size = 'tool' } = props
  const other = formats.find((one) => one !== format) ?? format
  return (
    <span className={classes(styles.buttons, props.className)}>
      <Button
        size={size}
        look={look}
        icon={<DownloadIcon />}
        isBusy={isBusy}
        busyText={text('Downloading')}
        onPress={() => onDownload(format)}
      >
        {text('Download')}
      </Button>
      <Button
        size={size}
        look={look}
        disabledReason={isBusy ? text('Downloading') : undefined}
        onPress={() => onDownload(other)}
      >
        {text(names[other])}
      </Button>
    </span>
  )
}
