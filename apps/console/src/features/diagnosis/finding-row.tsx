import type { Finding } from '@support-console/contract'
import { lazy, type ReactNode, Suspense, useId } from 'react'
import { SourceAge } from '../../kit/observed/source-age.tsx'
import { classes } from '../../ui/classes.ts'
import { sayAge } from '../../ui/durations.ts'
import { ChevronRightIcon } from '../../ui/icons/controls.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './findings.module.css'
import { sayLocally } from './said.ts'
import { FindingMark, lookOf, markOfLook, sayLook } from './states.tsx'
import { text } from './texts.ts'

const Evidence = lazy(async () => ({ default: (await import('./evidence.tsx')).Evidence }))

export interface RowProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** The server's clock before this browser's, in ms. */
  readonly ahead: number
  readonly askedAt: string
}

/** One finding; the row is the button that opens its evidence. */
export function FindingRow({
  finding,
  isUnder,
  ...props
}: RowProps & { readonly finding: Finding; readonly isUnder: boolean }) {
  const { code, state, title } = finding
  const look = lookOf(finding)
  const content = (
    <>
      <span className={`row gap-6 medium stated kind-${markOfLook(look)} ${styles.state}`}>
        <FindingMark look={look} />
        {sayLook(look)}
      </span>
      <span className={styles.what}>
        <span className={`medium ${styles.title}`}>{title}</span>{' '}
        <span className={`quiet ${styles.sentence}`}>
          {state === 'waiting' ? (
            <Asking finding={finding} ahead={props.ahead} />
          ) : (
            sayLocally(finding.sentence)
          )}
        </span>
      </span>
      <span className={`tabular small end faint ${styles.age}`}>
        {state !== 'waiting' && <Age finding={finding} ahead={props.ahead} askedAt={props.askedAt} />}
      </span>
    </>
  )
  return (
    <li
      className={classes('line-below', styles.row, isUnder && `relative ${styles.under}`)}
      data-state={look}
      data-code={code}
    >
      {state === 'waiting' ? (
        <div className={`stack tops whole ink gap-12 to-start ${styles.line}`}>{content}</div>
      ) : (
        <Opening {...props} line={content}>
          <Suspense>
            <Evidence finding={finding} ahead={props.ahead} />
          </Suspense>
        </Opening>
      )}
    </li>
  )
}

/** A line that opens what it is about. */
export function Opening({
  isOpen,
  onToggle,
  line,
  children,
}: Pick<RowProps, 'isOpen' | 'onToggle'> & { readonly line: ReactNode; readonly children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={`stack tops whole ink gap-12 to-start ${styles.line}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
        data-row-link
      >
        {line}
        <ChevronRightIcon className={`quiet turns ${styles.chevron}`} />
      </button>
      {isOpen && <div id={id}>{children}</div>}
    </>
  )
}

/** Who is asked, and for how long by now. */
function Asking({ finding: { evidence }, ahead }: Pick<RowProps, 'ahead'> & { readonly finding: Finding }) {
  const [asked] = evidence
  const seconds = useSeconds(asked?.at ? Date.parse(asked.at) - ahead : 0)
  return asked?.at ? text('Asking', { source: asked.source, seconds }) : text('NotLooked')
}

/** Who said it, and how long ago; of what is not known, who was asked. */
export function Age({
  finding: { state, evidence },
  ahead,
  askedAt,
}: Pick<RowProps, 'ahead' | 'askedAt'> & { readonly finding: Finding }) {
  const [first] = evidence
  const at = first?.at ? Date.parse(first.at) - ahead : 0
  const seconds = useSeconds(at)
  if (!first) return null
  if (!first.at) return first.source
  if (state === 'unknown')
    return text('Asked', { source: first.source, age: sayAge(at, at + seconds * 1000) })
  return <SourceAge of={{ source: first.source, at, unanswered: null }} isOwn={first.at >= askedAt} />
}
