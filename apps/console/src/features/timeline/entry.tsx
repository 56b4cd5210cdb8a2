import type { TimelineEntry, TimelineStep } from '@support-console/contract'
import { type ReactNode, useId, useState } from 'react'
import { culture } from '../../texts/languages.ts'
import { classes } from '../../ui/classes.ts'
import { sayDuration } from '../../ui/durations.ts'
import { ChevronRightIcon } from '../../ui/icons/controls.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { localTime, sayMinute } from '../../ui/local-time.ts'
import { Said } from '../../ui/thing.tsx'
import { StepIcon } from './step-icon.tsx'
import { text } from './texts.ts'
import styles from './timeline.module.css'

/** One transaction: its first step, and the others below it when they are asked for. */
export function Entry({ entry }: { readonly entry: TimelineEntry }) {
  const [isOpen, setOpen] = useState(false)
  const stepsId = useId()
  const last = entry.steps.at(-1)
  const count = entry.steps.length
  return (
    <li className={styles.entry} data-entry={entry.id} tabIndex={-1}>
      <time className={styles.time} dateTime={entry.at}>
        {localTime(entry.at).time}
      </time>
      <span className={styles.icon}>
        <StepIcon kind={entry.kind} />
      </span>
      <span className={styles.said}>
        <Sentence step={entry} />
        {last && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={stepsId}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRightIcon className={classes(styles.chevron, isOpen && styles.open)} />
            {text(count === 1 ? 'StepsOne' : 'Steps', { count, time: sayDuration(entry.at, last.at) })}
          </button>
        )}
      </span>
      <span className={styles.right}>
        {rightOf(entry)}
        {entry.transactionId && (
          <>
            {' · '}
            <Identifier value={entry.transactionId} kind="guid" of="transaction" isShort />
          </>
        )}
      </span>
      {last && isOpen && (
        <ol id={stepsId} className={styles.steps}>
          {entry.steps.map((step) => (
            <li key={step.id} className={styles.step}>
              <span className={styles.time}>{sayAfter(entry, step)}</span>
              <span className={styles.said}>
                <Sentence step={step} />
              </span>
              <span className={styles.right}>{rightOf(step)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

const sayAfter = ({ at }: TimelineStep, step: TimelineStep): string =>
  text('StepAfter', {
    seconds: ((Date.parse(step.at) - Date.parse(at)) / 1000).toLocaleString(culture, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
  })

/** Who did it, or who told of it. */
function rightOf({ kind, by, source }: TimelineStep): string {
  if (kind === 'observation' || kind === 'gap') return text('Observation', { source })
  return [by, kind === 'sim-activity' || by === '' ? source : ''].filter(Boolean).join(' · ')
}

/** Successes go without saying. */
const plain = new Set(['', 'Success', 'Intent', 'done', 'succeeded'])

function Sentence({ step }: { readonly step: TimelineStep }) {
  const { kind, state, detail } = step
  return (
    <>
      <span>{whatOf(step)}</span>
      {!plain.has(state) && kind !== 'sim-activity' && kind !== 'gap' && (
        <strong className={styles.state}>{state}</strong>
      )}
      {detail !== '' && (
        <span className={styles.detail}>
          <Said>{detail}</Said>
        </span>
      )}
    </>
  )
}

function whatOf({ kind, what, from, to, source }: TimelineStep): ReactNode {
  switch (kind) {
    case 'sim-activity':
      return text('SimActivityOf', { status: what })
    case 'deactivation':
      return text('Deactivation')
    case 'deployment':
      return <Change said={text('Deployment')} from={from} to={to} />
    case 'observation':
      return <Change said={text('Field', { source, field: what })} from={from} to={to} isStruck />
    case 'gap':
      return <span className={styles.gap}>{sayGap(source, from, to ?? '')}</span>
    default:
      return <Said>{what}</Said>
  }
}

function sayGap(source: string, from: string | null, to: string): string {
  if (from === null) return text('GapNever', { source, to: sayMinute(to) })
  return text('Gap', { source, from: sayMinute(from), to: sayMinute(to), time: sayDuration(from, to) })
}

interface ChangeProps extends Pick<TimelineStep, 'from' | 'to'> {
  readonly said: string
  /** What it was is no more. */
  readonly isStruck?: boolean
}

function Change({ said, from, to, isStruck = false }: ChangeProps) {
  const Before = isStruck ? 's' : 'span'
  return (
    <>
      {said} <Before className={styles.before}>{from || text('Nothing')}</Before> →{' '}
      <strong className={styles.after}>{to || text('Nothing')}</strong>
    </>
  )
}
