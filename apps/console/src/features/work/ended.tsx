import type { WorkNotice } from '@support-console/contract'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { Link } from '../../kit/link.tsx'
import { marks } from '../../kit/undertaking/index.ts'
import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { AskFirst } from './ask-first.tsx'
import { Extend } from './extend.tsx'
import { Press } from './press.tsx'
import { text } from './texts.ts'
import styles from './tray.module.css'
import { pageOf } from './use-telling.ts'
import { noticeWords } from './words.ts'

interface EndedProps {
  readonly notice: WorkNotice
  readonly onRead: () => void
}

/** What a notice tells, and what can be done about it. */
export function Ended({ notice, onRead }: EndedProps) {
  const { work, isRead } = notice
  const { title, outcome } = noticeWords(notice)
  const isWell = work.state === 'succeeded'
  return (
    <li className={`stack relative line-below gap-8 ${styles.entry}`} data-unread={!isRead || undefined}>
      <StateMark kind={marks[work.state]} />
      <div>
        <div className={`flex gap-12 between quiet tabular below-4 ${styles.line}`}>
          <span>
            {!isRead && <span className="visually-hidden">{text('Unread')}: </span>}
            <Link
              to={pageOf({ work })}
              aria-label={text('OpenNamed', { name: title })}
              onClick={() => !isRead && onRead()}
            >
              <strong className="ink">{title}</strong>
            </Link>
            <span className="visually-hidden">
              {' '}
              {text(isWell ? 'Ok' : work.state === 'error' ? 'Failed' : 'NotAll')}
            </span>
          </span>
          <time dateTime={notice.at}>{sayShortly(notice.at)}</time>
        </div>
        <p className="small anywhere quiet">{outcome}</p>
        {notice.meanwhile.map(({ at, line }) => (
          <p key={at + line} className="small anywhere quiet">
            {sayShortly(at)} {line}
          </p>
        ))}
        <div className={`flex wrap gap-8 ${styles.ways}`}>
          {!isWell && work.kind === 'batch' && <RetryBatch notice={notice} title={title} onRead={onRead} />}
          {!isWell && work.kind === 'look' && <LookOn notice={notice} title={title} onRead={onRead} />}
          {work.kind === 'disabling' && work.state === 'running' && (
            <Extend id={work.id} title={title} onDone={onRead} />
          )}
        </div>
      </div>
    </li>
  )
}

interface RetryProps extends EndedProps {
  readonly title: string
}

function RetryBatch({ notice: { work }, title, onRead }: RetryProps) {
  const { may } = useAccess()
  const [isAsked, setAsked] = useState(false)
  const why = useWhy(work.id)
  const retry = useChange('POST /simmanagement/v1/batches/{batchId}/retry', text('Activity'))
  if (!may('sim-management.change')) return null
  const start = async () => {
    let isAnswered = false
    await why.guard(async (query) => {
      isAnswered = true
      const options = { params: { batchId: work.id }, query }
      const answer = await retry.startOnce(options, text('ActionRetry', { name: title }))
      if (answer) onRead()
      return answer !== undefined
    })()
    return isAnswered
  }
  return (
    <AskFirst
      isAsked={isAsked}
      ask={text('Retry')}
      askNamed={text('RetryNamed', { name: title })}
      question={text('RetryBatch')}
      leave={text('Leave')}
      verb={text('RetryVerb')}
      busy={text('Starting')}
      change={retry}
      onAsk={setAsked}
      onDo={start}
    >
      <WhyFields of={why} />
    </AskFirst>
  )
}

function LookOn({ notice: { work }, title, onRead }: RetryProps) {
  const goOn = useChange('POST /diagnosis/v1/looks/{lookId}/go-on', text('Activity'))
  const start = async () => {
    const answer = await goOn.start({ params: { lookId: work.id } }, text('ActionRetry', { name: title }))
    if (answer) onRead()
  }
  return (
    <Press
      verb={text('LookOn')}
      named={text('RetryNamed', { name: title })}
      busy={text('Starting')}
      change={goOn}
      onPress={start}
    />
  )
}
