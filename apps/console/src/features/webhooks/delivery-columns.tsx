import type { Delivery } from '@support-console/contract'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import type { RowPlan, TableHeader } from '../../ui/data-table/index.ts'
import { sayMoment, sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import { text } from './texts.ts'
import styles from './webhooks.module.css'

export const headers: TableHeader[] = [
  { key: 'at', value: text('ColumnAt'), isIdentifier: true, width: 140 },
  { key: 'event', value: text('ColumnEvent'), wrap: true },
  { key: 'outcome', value: text('ColumnOutcome'), wrap: true },
  { key: 'attempts', value: text('ColumnAttempts'), wrap: true },
  { key: 'again', value: text('ColumnAgain'), width: 120 },
]

/** So many characters of an answer are shown. */
const shownOfAnswer = 120

const marks = {
  waiting: 'pending',
  delivered: 'ok',
  failed: 'error',
  withheld: 'off',
  dropped: 'off',
} as const

/** @param onAgain a person wants one of them sent again */
export const planOf = (onAgain: (delivery: Delivery) => void): RowPlan<Delivery> => ({
  key: ({ messageId }) => messageId,
  columns: {
    at: { columnContent: ({ at }) => sayShortly(at), sortingValue: ({ at }) => at },
    event: {
      columnContent: ({ kind, id, path, messageId }) => (
        <>
          <Link to={path}>{text(`Kind-${kind}`)}</Link>
          <br />
          <span className="anywhere small quiet">{kind === 'test' ? messageId : id}</span>
        </>
      ),
      sortingValue: ({ kind }) => text(`Kind-${kind}`),
    },
    outcome: {
      columnContent: ({ state, nextAt, isUnderWay }) =>
        isUnderWay ? (
          <Status kind="running">{text('UnderWay')}</Status>
        ) : (
          <Status kind={marks[state]} {...(nextAt && { why: text('NextAt', { time: sayShortly(nextAt) }) })}>
            {text(`Delivery-${state}`)}
          </Status>
        ),
      sortingValue: ({ state }) => state,
    },
    attempts: {
      columnContent: ({ attempts }) =>
        attempts.length > 0 && (
          <ul className={styles.attempts}>
            {attempts.map((attempt) => (
              <li key={attempt.at} className="anywhere small">
                {sayAttempt(attempt)}
                {attempt.answer && (
                  <div className="quiet">
                    <bdi>{text('Answer', { answer: attempt.answer.slice(0, shownOfAnswer) })}</bdi>
                  </div>
                )}
              </li>
            ))}
          </ul>
        ),
      sortingValue: ({ attempts }) => attempts.length,
    },
    again: {
      columnContent: (delivery) =>
        delivery.state !== 'withheld' &&
        !delivery.isUnderWay && (
          <Button
            size="row"
            aria-label={text('AgainOf', {
              event: text(`Kind-${delivery.kind}`),
              time: sayMoment(delivery.at),
            })}
            onPress={() => onAgain(delivery)}
          >
            {text('Again')}
          </Button>
        ),
    },
  },
})

function sayAttempt({ at, tookMs, status, problem, byHand }: Delivery['attempts'][number]): string {
  const outcome = text(problem === null ? 'Answered' : `Problem-${problem}`, { status: status ?? 0 })
  return text(byHand ? 'AttemptByHand' : 'Attempt', { time: sayMoment(at), outcome, ms: tookMs })
}
