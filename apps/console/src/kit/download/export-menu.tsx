import { useMoment } from '../../api/moment.ts'
import { DownloadIcon } from '../../ui/icons/screens.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { type Format, formats } from './sheet.ts'
import { text } from './texts.ts'

interface ExportMenuProps {
  readonly onDownload: (format: Format) => void
  readonly isBusy: boolean
  /** What of: 'all 410 that match', where the page shows but a part of it. */
  readonly of?: string | undefined
  /** What else there is than files. */
  readonly more?: readonly MenuItem[]
  readonly disabledReason?: string | undefined
  readonly size?: 'tool' | 'field'
}

const names = { csv: 'Csv', xlsx: 'Xlsx', txt: 'AsText' } as const

/** 'CSV', '.xlsx', 'copied text': as the log names it. */
export const sayFormat = (format: Format): string => text(names[format])

/** 'Export': CSV, .xlsx (D35) or a copy as text, and what else there is; of the past there are no files. */
export function ExportMenu({
  onDownload,
  isBusy,
  of,
  more = [],
  disabledReason,
  size = 'tool',
}: ExportMenuProps) {
  const isPast = useMoment() !== null
  if (isPast) return null
  return (
    <Menu
      name={of === undefined ? text('Export') : text('ExportOf', { of })}
      words={text('Export')}
      size={size}
      icon={<DownloadIcon />}
      isBusy={isBusy}
      busyText={text('Exporting')}
      disabledReason={disabledReason}
      groups={[
        {
          items: formats.map((format) => ({
            key: format,
            label: format === 'txt' ? text('Copy') : sayFormat(format),
            onChoose: () => onDownload(format),
          })),
        },
        { items: more },
      ]}
    />
  )
}
