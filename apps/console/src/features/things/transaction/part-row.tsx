import type { TimelineStep } from '@support-console/contract'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { culture } from '../../../texts/languages.ts'
import { classes } from '../../../ui/classes.ts'
import { sayDuration } from '../../../ui/durations.ts'
import { ChevronRightIcon } from '../../../ui/icons/controls.tsx'
import { shortIdentifier } from '../../../ui/identifier-text.ts'
import { Status } from '../../../ui/status.tsx'
import { Said } from '../../../ui/thing.tsx'
import { Changes, StepIcon } from '../../timeline/index.ts'
import { isError, type Part, teller } from './order.ts'
import { text } from './texts.ts'
import styles from './transaction.module.css'

interface PartRowProps {
  readonly part: Part
  /** What the page has said already: no fact stands twice. */
  readonly told: string
  /** When the transaction began, and how long all of it took, in milliseconds. */
  readonly began: number
  readonly whole: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One line of what happened, and the entries that it stands for when it is open. */
export function PartRow({ part, told, began, whole, isOpen, onToggle }: PartRowProps) {
  const { entries, kind, state, by, from, to, ids, detail, changes } = part
  const [rows, fields] = [useId(), useId()]
  const hasFailed = isError(part)
  return (
    <>
      <tbody>
        <tr className={hasFailed ? styles.failed : undefined}>
          <td className={`code nowrap ${styles.after}`}>{sayAfter(from)}</td>
          <td>
            <span className="flex gap-8">
              <span className={`flex rigid quiet ${styles.icon}`}>
                <StepIcon kind={kind} />
              </span>
              {entries.length > 1 && (
                <button
                  type="button"
                  className={`sign ${styles.fold}`}
                  aria-expanded={isOpen}
                  aria-controls={rows}
                  aria-label={part.what}
                  onClick={onToggle}
                >
                  <ChevronRightIcon className="turns" />
                </button>
              )}
              <span className="flex wrap gap-0-8 narrow anywhere">
                <Sentence part={part} />
                {(hasFailed || state === 'Success') && (
                  <Status kind={hasFailed ? 'error' : 'ok'}>{state}</Status>
                )}
                <Detail of={ids.length > 1 || told.includes(detail) ? '' : detail} />
              </span>
            </span>
            {changes.length > 0 && (
              <div className={styles.fields}>
                <Changes id={fields} teller="" changes={changes} />
              </div>
            )}
          </td>
          <td className={`quiet anywhere ${styles.by}`}>{by}</td>
          <Bar
            from={from}
            to={to}
            whole={whole}
            kind={hasFailed ? 'error' : state === 'Success' ? 'ok' : 'other'}
          />
        </tr>
      </tbody>
      {entries.length > 1 && (
        <tbody id={rows} hidden={!isOpen}>
          {isOpen &&
            entries.map((step) => (
              <Step key={step.id} step={step} told={`${told}\n${detail}`} began={began} whole={whole} />
            ))}
        </tbody>
      )}
    </>
  )
}

function Sentence({ part: { what, kind, ids, ofSims, entries } }: { readonly part: Part }): ReactNode {
  const said = kind === 'sim-activity' ? text('SimActivityOf', { status: what }) : what
  if (ids.length > 1)
    return (
      <>
        <span>{said}</span>
        <span className="quiet">
          {text(ofSims ? 'AlikeSims' : 'Alike', {
            count: ids.length,
            first: shortIdentifier(ids[0] ?? ''),
            last: shortIdentifier(ids.at(-1) ?? ''),
            entries: entries.length,
          })}
        </span>
      </>
    )
  return (
    <span>
      <Said>{said}</Said>
    </span>
  )
}

function Detail({ of }: { readonly of: string }): ReactNode {
  if (of === '') return null
  return (
    <span className="quiet">
      <Said>{of}</Said>
    </span>
  )
}

interface StepProps {
  readonly step: TimelineStep
  readonly told: string
  readonly began: number
  readonly whole: number
}

function Step({ step, told, began, whole }: StepProps) {
  const at = Math.max(0, Date.parse(step.at) - began)
  const { kind, what, state, detail } = step
  return (
    <tr className={`sunken ${styles.step}`}>
      <td className={`code nowrap ${styles.after}`}>{sayAfter(at)}</td>
      <td>
        <span className="flex wrap gap-0-8 narrow anywhere">
          <span>
            <Said>{kind === 'sim-activity' ? text('SimActivityOf', { status: what }) : what}</Said>
          </span>
          {state !== '' && state !== 'Success' && <strong className="medium">{state}</strong>}
          <Detail of={told.includes(detail) ? '' : detail} />
        </span>
      </td>
      <td className={`quiet anywhere ${styles.by}`}>{teller(step)}</td>
      <Bar from={at} to={at} whole={whole} kind="other" />
    </tr>
  )
}

interface BarProps {
  readonly from: number
  readonly to: number
  readonly whole: number
  readonly kind: 'ok' | 'error' | 'other'
}

/** Its time on the scale that all share; said by the times at the left. */
function Bar({ from, to, whole, kind }: BarProps) {
  const place = { '--from': from / whole, '--share': (to - from) / whole } as CSSProperties
  return (
    <td className={styles.scale} aria-hidden="true">
      <span className={`block relative above-6 ${styles.track}`}>
        <span className={classes('absolute', kind !== 'other' && `kind-${kind}`)} style={place} />
      </span>
    </td>
  )
}

function sayAfter(milliseconds: number): string {
  if (milliseconds >= 600_000)
    return text('AfterLong', {
      time: sayDuration(new Date(0).toISOString(), new Date(milliseconds).toISOString()),
    })
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return text('AfterSeconds', { seconds: (milliseconds / 1000).toLocaleString(culture, digits) })
}
