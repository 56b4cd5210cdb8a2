import { isTimeZone } from '@support-console/contract/disablings.words'
import { useState } from 'react'
import { recordAction } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { ExportMenu, type Format, fileOfSheet, sayFormat, useDownload } from '../../kit/download/index.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { CopyIcon } from '../../ui/icons/controls.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { localStore } from '../../ui/safe-storage.ts'
import { copyLines } from '../diagnosis/index.ts'
import { customerLines, customerSheet } from './customer-copy.ts'
import styles from './outages.module.css'
import { ownZone } from './own-zone.ts'
import { text } from './texts.ts'

interface CustomerDialogProps {
  readonly outageId: string
  readonly asOf: string
  readonly company: { readonly companyId: number; readonly name: string }
  readonly onClose: () => void
}

/** Each company's zone, as it was last typed for it here; otherwise this browser's. */
const zoneKey = (companyId: number) => `support-console.zone-of-company-${companyId}`
function firstZone(companyId: number): string {
  const kept = localStore.get(zoneKey(companyId))
  return kept && isTimeZone(kept) ? kept : ownZone()
}

/** What one company may be sent: its panels with from and to, on its own clock. */
export function CustomerDialog({ outageId, asOf, company, onClose }: CustomerDialogProps) {
  const { companyId, name } = company
  const [typed, setTyped] = useState(() => firstZone(companyId))
  const { data, error } = useRead('GET /outages/v1/outages/{outageId}/panels', {
    params: { outageId },
    query: { companyId },
    round: asOf,
  })
  const download = useDownload(frame('TitleOutages'))
  const timeZone = typed.trim()
  const isZone = isTimeZone(timeZone)
  const copied = data && isZone ? { companyName: name, ...data, timeZone, asOf } : undefined
  const keepZone = () => localStore.set(zoneKey(companyId), timeZone)
  const copy = () => {
    if (!copied) return
    keepZone()
    recordAction(frame('TitleOutages'), text('ActionCustomer', { id: outageId, company: companyId }))
    void copyLines(customerLines(copied), text('Copied', { count: copied.panels.length }))
  }
  const save = (format: Format) => {
    if (!copied) return
    keepZone()
    const action = { id: outageId, company: companyId, file: sayFormat(format) }
    void download.run(text('ActionDownloadCustomer', action), () =>
      fileOfSheet(customerSheet(copied), format),
    )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text('CopyFor', { name: name || text('ACompany') })}
      width="wide"
      actions={
        <>
          <Button onPress={onClose}>{text('Close')}</Button>
          <Button look="primary" icon={<CopyIcon />} isDisabled={!copied} onPress={copy}>
            {text('CopyText')}
          </Button>
        </>
      }
    >
      <p className="quiet">{text('CustomerAbout')}</p>
      <TextField
        label={text('CustomerZone')}
        value={typed}
        onChange={setTyped}
        error={isZone ? undefined : text('CustomerZoneWrong')}
        help={text('CustomerZoneHelp')}
        autoComplete="off"
      />
      <ExportMenu
        isBusy={download.isRunning}
        onDownload={save}
        disabledReason={copied ? undefined : text(isZone ? 'CustomerLoading' : 'CustomerZoneWrong')}
      />
      <CallBanner call={error ? { status: 'rejected', error } : download.call} />
      {!data && !error && <LoadingMark>{text('CustomerLoading')}</LoadingMark>}
      {copied && (
        <textarea
          className={`whole small ink edged sunken ${styles.preview}`}
          aria-label={text('CustomerPreview')}
          readOnly
          rows={12}
          value={customerLines(copied).join('\n')}
        />
      )}
    </Dialog>
  )
}
