import { type ReactNode, useId } from 'react'
import { type Observed, SourceAge } from '../../../kit/observed/index.ts'
import { classes } from '../../../ui/classes.ts'
import { StateMark } from '../../../ui/icons/marks.tsx'
import { useSeconds } from '../../../ui/use-seconds.ts'
import { text } from '../texts.ts'
import styles from './known.module.css'

/** Who said something, and when by this browser's clock. */
export interface Origin extends Pick<Observed, 'source' | 'at'>, Partial<Pick<Observed, 'unanswered'>> {
  /** It was asked for this view. */
  readonly isOwn?: boolean
  /** It is being asked since then, in ms. */
  readonly askedSince?: number | undefined
}

/** What is known in several groups, side by side where there is room. */
export function KnownGroups({ children }: { readonly children: ReactNode }) {
  return <div className={`stack two-columns ${styles.groups}`}>{children}</div>
}

interface KnownGroupProps {
  readonly title: string
  readonly actions?: ReactNode
  /** What is to be said of the group beside its values. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function KnownGroup({ title, actions, note, children }: KnownGroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is asked
    <div role="group" aria-labelledby={id}>
      <div className={`row between gap-8 ${styles.head}`}>
        <h3 id={id} className="label quiet">
          {title}
        </h3>
        {actions}
      </div>
      <dl className="line-above">{children}</dl>
      {note}
    </div>
  )
}

interface KnownProps {
  readonly label: string
  /** Empty: not known. */
  readonly children?: ReactNode
  readonly of?: Origin
}

/** One value, with who said so and how long ago. */
export function Known({ label, children, of }: KnownProps) {
  const isEmpty = children === undefined || children === null || children === false || children === ''
  return (
    <div className={`stack line-below ${styles.fact}`}>
      <dt className="quiet">{label}</dt>
      <dd className={classes('anywhere', of?.askedSince !== undefined ? 'quiet' : isEmpty && 'faint')}>
        {isEmpty ? '–' : children}
      </dd>
      {of && (
        <dd className={`small tabular faint ${styles.origin}`}>
          <OriginAge {...of} />
        </dd>
      )}
    </div>
  )
}

function OriginAge({ source, at, unanswered = null, isOwn = false, askedSince }: Origin) {
  const age =
    at === null ? (
      text(wordOf(unanswered, askedSince), { source })
    ) : (
      <SourceAge of={{ source, at, unanswered: askedSince ? null : unanswered }} isOwn={isOwn} />
    )
  return askedSince ? <Asking since={askedSince}>{age}</Asking> : age
}

function wordOf(unanswered: Observed['unanswered'], askedSince: number | undefined) {
  if (askedSince) return 'SourceAlone'
  if (unanswered === null) return 'NoWordYet'
  return unanswered.status === 'NotFound' ? 'SourceKnowsNot' : 'SourceSilent'
}

function Asking({ since, children }: { readonly since: number; readonly children: ReactNode }) {
  const seconds = useSeconds(since)
  return (
    <>
      <StateMark kind="running" size={12} /> {children} {text('Asking', { seconds })}
    </>
  )
}
