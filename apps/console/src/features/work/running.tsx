import type { Tray } from '@support-console/contract'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Link } from '../../kit/link.tsx'
import { hasTime, wordsOf } from '../../kit/undertaking/index.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import links from '../../ui/link-button.module.css'
import { ProgressTrack, sayTimeLeft } from '../../ui/progress-bar.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { AskFirst } from './ask-first.tsx'
import { Extend } from './extend.tsx'
import { text } from './texts.ts'
import styles from './tray.module.css'
import { pageOf } from './use-telling.ts'

type RunningWork = Tray['running'][number]

/** One's work that goes on: how far it is, and how it is stopped. */
export function Running({ work }: { readonly work: RunningWork }) {
  const { title, parts, how } = wordsOf(work)
  const { total, done, failed } = work.counts
  const say = (count: number) => count.toLocaleString(culture)
  return (
    <li className={styles.entry}>
      <StateMark kind="running" />
      <div>
        <div className={styles.line}>
          <span>
            <strong>{title}</strong> {parts?.beside}
          </span>
          {!parts && (
            <span>{hasTime(work.kind) ? how : text('Since', { time: sayShortly(work.beganAt) })}</span>
          )}
        </div>
        {parts && (
          <>
            <ProgressTrack
              label={title}
              total={total}
              done={done + failed}
              parts={{ success: done, error: failed }}
            />
            <div className={styles.line}>
              <span>
                {text('Far', { done: say(done), total: say(total) })}
                {failed > 0 && (
                  <span className={styles.failed}>{text('FarFailed', { count: say(failed) })}</span>
                )}
              </span>
              <span>{sayTimeLeft(work.leftMs === null ? undefined : Math.ceil(work.leftMs / 1000))}</span>
            </div>
          </>
        )}
        <div className={styles.ways}>
          {work.kind === 'batch' && <StopBatch work={work} title={title} />}
          {work.kind === 'look' && <StopLook work={work} title={title} />}
          {work.kind === 'watch' && <StopWatch work={work} title={title} />}
          {work.kind === 'sweep' && <StopSweep work={work} title={title} />}
          {work.kind === 'disabling' && <Extend id={work.id} title={title} />}
          <Link className={links.plain} to={pageOf({ work })} aria-label={text('OpenNamed', { name: title })}>
            {text('Open')}
          </Link>
        </div>
      </div>
    </li>
  )
}

interface StopProps {
  readonly work: RunningWork
  readonly title: string
}

function StopBatch({ work, title }: StopProps) {
  const { may } = useAccess()
  const [isAsked, setAsked] = useState(false)
  const stop = useChange('POST /simmanagement/v1/batches/{batchId}/stop', text('Activity'))
  if (!may('sim-management.change')) return null
  return (
    <AskFirst
      isAsked={isAsked}
      ask={text('StopAsk')}
      askNamed={text('StopNamed', { name: title })}
      question={text('StopBatch')}
      leave={text('Keep')}
      verb={text('Stop')}
      busy={text('Stopping')}
      change={stop}
      onAsk={setAsked}
      onDo={() => stop.start({ params: { batchId: work.id } }, text('ActionStop', { name: title }))}
    />
  )
}

function StopLook({ work, title }: StopProps) {
  const stop = useChange('POST /diagnosis/v1/looks/{lookId}/stop', text('Activity'))
  const start = () => stop.start({ params: { lookId: work.id } }, text('ActionStop', { name: title }))
  return <StopAtOnce title={title} stop={stop} onStop={start} />
}

function StopWatch({ work, title }: StopProps) {
  const stop = useChange('POST /watches/v1/watches/{watchId}/stop', text('Activity'))
  const start = () => stop.start({ params: { watchId: work.id } }, text('ActionStop', { name: title }))
  return <StopAtOnce title={title} stop={stop} onStop={start} />
}

function StopSweep({ work, title }: StopProps) {
  const { may } = useAccess()
  const stop = useChange('POST /fleet/v1/sweeps/{sweepId}/stop', text('Activity'))
  if (!may('fleet.change')) return null
  const start = () => stop.start({ params: { sweepId: work.id } }, text('ActionStop', { name: title }))
  return <StopAtOnce title={title} stop={stop} onStop={start} />
}

interface StopAtOnceProps {
  readonly title: string
  readonly stop: BannerCall & { readonly isPending: boolean }
  readonly onStop: () => Promise<unknown>
}

/** What can be begun again is stopped without a question. */
function StopAtOnce({ title, stop, onStop }: StopAtOnceProps) {
  return (
    <>
      <Button
        size="tool"
        isBusy={stop.isPending}
        busyText={text('Stopping')}
        aria-label={text('StopNamed', { name: title })}
        onPress={() => void onStop()}
      >
        {text('Stop')}
      </Button>
      <CallBanner call={stop} hidesSuccess />
    </>
  )
}
