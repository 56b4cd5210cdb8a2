import type { SourceOfDiagnosis } from '@support-console/contract'
import type { SourceState } from '@support-console/contract/diagnosis.words'
import { culture } from '../../texts/languages.ts'
import { sayAge } from '../../ui/durations.ts'
import { type MarkKind, StateMark } from '../../ui/icons/marks.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './sources-row.module.css'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

const marks = {
  answered: 'ok',
  asking: 'running',
  'no-answer': 'unknown',
  refused: 'error',
  unreadable: 'warn',
  'not-shown': 'ready',
  'not-asked': 'ready',
} as const satisfies Record<SourceState, MarkKind>

const words = {
  'no-answer': 'SourceNoAnswer',
  refused: 'SourceRefused',
  unreadable: 'SourceUnreadable',
  'not-shown': 'SourceNotShown',
  'not-asked': 'SourceNotAsked',
} as const

/** Who was asked, always in the same order, and how long it took. */
export function SourcesRow({ look }: { readonly look: Look }) {
  const { known, ahead, beganAt, endedAt } = look
  const age = sayAge(beganAt, beganAt + useSeconds(beganAt) * 1000)
  const count = known.sources.length
  const answered = known.sources.filter(({ state }) => state === 'answered').length
  const seconds = endedAt === undefined ? '' : sayTook(beganAt, endedAt)
  return (
    <div className={`flex wrap between small tabular quiet ${styles.sources}`}>
      <ul className={`flex wrap ${styles.asked}`} aria-label={text('Sources')}>
        {known.sources.map((each) => (
          <Source key={each.source} of={each} ahead={ahead} />
        ))}
      </ul>
      <span>
        {endedAt === undefined ? text('CountOf', { answered, count }) : text('Took', { age, seconds })}
      </span>
    </div>
  )
}

function Source({
  of: { source, state, at, why },
  ahead,
}: {
  readonly of: SourceOfDiagnosis
  readonly ahead: number
}) {
  const seconds = useSeconds(at ? Date.parse(at) - ahead : serverNow())
  const word =
    state === 'answered' ? null : state === 'asking' ? text('SourceAsking', { seconds }) : text(words[state])
  return (
    <li className="row gap-4 nowrap" data-state={state} title={why || undefined}>
      <StateMark kind={marks[state]} />
      {source}{' '}
      {word === null ? (
        <span className="visually-hidden">{text('SourceAnswered')}</span>
      ) : (
        <b className={`medium ${state === 'asking' ? 'accent' : 'ink'}`}>{word}</b>
      )}
    </li>
  )
}

/** '1.8', in seconds. */
export const sayTook = (from: number, to: number): string =>
  ((to - from) / 1000).toLocaleString(culture, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
