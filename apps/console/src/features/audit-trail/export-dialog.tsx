import { useState } from 'react'
import { type DownloadState, fetchFile, useDownload } from '../../kit/download/index.ts'
import { areTurned, DayFields, type Days, sayDays, zoneQuery } from '../../kit/log-search/index.ts'
import { text as shared } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { KeyValue, KeyValuePanel } from '../../ui/key-value.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './audit-trail.module.css'
import { Command } from './command.tsx'
import { text } from './texts.ts'
import { ChainCommand, TrailFacts, useTrail } from './trail-facts.tsx'

interface ExportDialogProps {
  readonly isOpen: boolean
  /** Those of the screen's form, to begin with. */
  readonly days: Days
  readonly onClose: () => void
}

/** The audit trail of some days as a signed file (D19, R41), and what an auditor needs to check it. */
export function ExportDialog({ isOpen, days, onClose }: ExportDialogProps) {
  const [chosen, setChosen] = useState(days)
  const { state, run, stop, reset } = useExport()
  const trail = useTrail(isOpen)
  // Each opening begins with the days of the screen, and without what came of the last one.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setChosen(days)
  }
  const isRunning = state.at === 'running'
  const close = () => {
    if (isRunning) return
    reset()
    onClose()
  }
  const hasNoKey = trail.trail !== undefined && trail.trail.key === null
  const fileName = state.at === 'saved' ? state.fileName : text('FileName')
  const thumbprint = trail.trail?.key?.thumbprint
  // With an equals sign: a thumbprint may begin with a dash.
  const signer = thumbprint === undefined ? '' : ` --thumbprint=${thumbprint}`
  const command = `npm run audit:verify -- --file ${fileName}${signer}`
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={text('ExportTitle')}
      width="wide"
      actions={
        <>
          {isRunning ? (
            <Button onPress={stop}>{text('Stop')}</Button>
          ) : (
            <Button autoFocus onPress={close}>
              {shared('Close')}
            </Button>
          )}
          <Button
            look="primary"
            isBusy={isRunning}
            busyText={text('Exporting')}
            disabledReason={hasNoKey ? text('NoKey') : areTurned(chosen) ? text('DaysTurned') : undefined}
            onPress={() => void run(chosen)}
          >
            {text('ExportAction')}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">
        <Outcome state={state} />
        <p>{text('ExportWhat')}</p>
        <div className="flex wrap gap-12">
          <DayFields days={chosen} onChange={setChosen} isDisabled={isRunning} />
        </div>
        <TrailFacts {...trail} />
        <section className={`stack gap-8 ${styles.part}`} aria-label={text('Check')}>
          <h3>{text('Check')}</h3>
          <p>{text('CheckWho')}</p>
          <details className={styles.commands}>
            <summary>{text('CheckCommands')}</summary>
            <KeyValuePanel>
              <KeyValue label={text('CheckCommand')} copyValue={command} isMono>
                <Command line={command} />
              </KeyValue>
              {trail.trail?.head && <ChainCommand head={trail.trail.head} />}
            </KeyValuePanel>
            <p className="quiet">{text('CheckWhy')}</p>
          </details>
        </section>
      </div>
    </Dialog>
  )
}

function Outcome({ state }: { readonly state: DownloadState }) {
  switch (state.at) {
    case 'running':
      return <Running since={state.since} />
    case 'failed':
      return <CallBanner call={state.call} />
    case 'stopped':
      return (
        <Callout kind="information" title={null}>
          {text('ExportStopped')}
        </Callout>
      )
    case 'saved':
      return (
        <Callout kind="success" title={null}>
          {text('Exported', { file: state.fileName })}
        </Callout>
      )
    default:
      return null
  }
}

function Running({ since }: { readonly since: number }) {
  const seconds = useSeconds(since)
  return <p className="quiet">{text('ExportRunning', { seconds })}</p>
}

/** The audit trail of some days as a file from the server (D19, D22); the dialog says itself what came of it. */
function useExport() {
  const { run, ...download } = useDownload(text('ScreenTitle'), { hasToast: false })
  return {
    ...download,
    run: (days: Days) =>
      run(text('ActionExport', { days: sayDays({ days, isAllTime: false }) }), (asked) =>
        fetchFile('GET /useractiondetail/v1/export', {
          query: { sDate: days.from, eDate: days.to, ...zoneQuery() },
          ...asked,
        }),
      ),
  }
}
