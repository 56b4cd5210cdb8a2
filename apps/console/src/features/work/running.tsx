import type { Tray } from '@support-console/contract'
import { useState } from 'react'
import type { CallName } from '../../api/call-types.ts'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Link } from '../../kit/link.tsx'
import { hasTime, wordsOf } from '../../kit/undertaking/index.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import { ProgressTrack, sayTimeLeft } from '../../ui/progress-bar.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { AskFirst } from './ask-first.tsx'
import { Extend } from './extend.tsx'
import { Press } from './press.tsx'
import { text } from './texts.ts'
import styles from './tray.module.css'
import { pageOf } from './use-telling.ts'

type RunningWork = Tray['running'][number]

/** One's work that goes on: how far it is, and how it is stopped. */
export function Running({ work }: { readonly work: RunningWork }) {
  const { title, parts, how } = wordsOf(work)
  const { total, done, failed } = work.counts
  return (
    <li className={`stack relative line-below gap-8 ${styles.entry}`}>
      <StateMark kind="running" />
      <div>
        <div className={`flex gap-12 between quiet tabular below-4 ${styles.line}`}>
          <span>
            <Link to={pageOf({ work })} aria-label={text('OpenNamed', { name: title })}>
              <strong className="ink">{title}</strong>
            </Link>{' '}
            {parts?.beside}
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
            <div className={`flex gap-12 between quiet tabular below-4 ${styles.line}`}>
              <span>
                {text('Far', { done, total })}
                {failed > 0 && (
                  <span className={`wrong ${styles.failed}`}>{text('FarFailed', { count: failed })}</span>
                )}
              </span>
              <span>{sayTimeLeft(work.leftMs === null ? undefined : Math.ceil(work.leftMs / 1000))}</span>
            </div>
          </>
        )}
        <div className={`flex wrap gap-8 ${styles.ways}`}>
          {work.kind === 'batch' && <StopBatch work={work} title={title} />}
          {(work.kind === 'look' || work.kind === 'watch' || work.kind === 'sweep') && (
            <StopAtOnce work={work} title={title} kind={work.kind} />
          )}
          {work.kind === 'disabling' && <Extend id={work.id} title={title} />}
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

/** What can be begun again, and who may stop it. */
const stops = {
  look: { call: 'POST /diagnosis/v1/looks/{lookId}/stop', id: 'lookId', right: undefined },
  watch: { call: 'POST /watches/v1/watches/{watchId}/stop', id: 'watchId', right: undefined },
  sweep: { call: 'POST /fleet/v1/sweeps/{sweepId}/stop', id: 'sweepId', right: 'fleet.change' },
} as const

function StopAtOnce({ work, title, kind }: StopProps & { readonly kind: keyof typeof stops }) {
  const { may } = useAccess()
  const { call, id, right } = stops[kind]
  const stop = useChange<CallName>(call, text('Activity'))
  if (right && !may(right)) return null
  return (
    <Press
      verb={text('Stop')}
      named={text('StopNamed', { name: title })}
      busy={text('Stopping')}
      change={stop}
      onPress={() => stop.start({ params: { [id]: work.id } }, text('ActionStop', { name: title }))}
    />
  )
}
