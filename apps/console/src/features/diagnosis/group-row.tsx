import type { Finding } from '@support-console/contract'
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import { askedNow, type GroupName, type VerdictState } from './arranged.ts'
import { Age, Opening, type RowProps } from './finding-row.tsx'
import styles from './findings.module.css'
import { sayExactly, sayLocally, within } from './said.ts'
import { markOf } from './states.tsx'
import { text } from './texts.ts'

interface GroupRowProps extends RowProps {
  readonly name: GroupName
  readonly findings: readonly Finding[]
  readonly verdict: VerdictState
  readonly isAnswered: boolean
  /** Its findings, a row each. */
  readonly children: ReactNode
}

/** One of the four rows. What it holds changes as answers come; its place and its height never do. */
export function GroupRow({ findings, children, isOpen, onToggle, ...props }: GroupRowProps) {
  const { name, verdict } = props
  const line = <Line findings={findings} {...props} />
  const state = findings.length === 0 ? 'none' : name === 'cause' ? verdict : name
  return (
    <li className={classes('line-below', styles.row, styles.group)} data-group={name} data-state={state}>
      {findings.length === 0 ? (
        <div className={`stack tops whole ink gap-12 to-start ${styles.line}`}>{line}</div>
      ) : (
        <Opening isOpen={isOpen} onToggle={onToggle} line={line}>
          <ul className={`line-above ${styles.folded}`}>{children}</ul>
        </Opening>
      )}
    </li>
  )
}

const marks = { beside: 'warn', fine: 'ok', unknown: 'unknown' } as const
const words = {
  cause: 'GroupCause',
  beside: 'GroupBeside',
  fine: 'GroupFine',
  unknown: 'GroupUnknown',
} as const

function Line({
  name,
  findings,
  verdict,
  isAnswered,
  ahead,
  askedAt,
}: Omit<GroupRowProps, 'children' | 'isOpen' | 'onToggle'>) {
  const isCause = name === 'cause'
  // What follows from a cause is not counted with it.
  const count = isCause ? findings.filter(({ follows }) => follows === null).length : findings.length
  const isLooking = isCause && (count === 0 ? !isAnswered : verdict === 'so-far')
  const mark = isLooking ? 'running' : count === 0 ? 'off' : isCause ? markOf[verdict] : marks[name]
  const word = text(isLooking ? 'GroupSoFar' : isCause ? causeWord(verdict, count) : words[name])
  const [first] = findings
  return (
    <>
      <span className={`row gap-6 medium stated kind-${mark} ${styles.state}`}>
        <StateMark kind={mark} />
        {count === 0 ? <span className={styles.none}>{word}</span> : text('Group', { count, word })}
      </span>
      <span className={`cut ${styles.what}`}>
        <What {...{ name, findings, isAnswered, verdict }} />
      </span>
      <span className={`tabular small end faint ${styles.age}`}>
        {first && (isCause || (name === 'beside' && count === 1)) && (
          <Age finding={first} ahead={ahead} askedAt={askedAt} />
        )}
      </span>
    </>
  )
}

/** Without a symptom there is no cause (D62). */
function causeWord(verdict: VerdictState, count: number) {
  if (verdict === 'to-mend') return 'GroupToMend'
  return count === 1 ? 'GroupCause' : 'GroupCauses'
}

/** What it holds, in one line: of one finding what was found, of several which. */
function What({
  name,
  findings,
  isAnswered,
  verdict,
}: Pick<GroupRowProps, 'name' | 'findings' | 'isAnswered' | 'verdict'>) {
  const [first] = findings
  if (!first) return <span className={`quiet ${styles.sentence}`}>{sayNone(name, isAnswered)}</span>
  const asked = name === 'unknown' ? askedNow(findings) : null
  const explained = name === 'cause' ? findings.filter(({ follows }) => follows !== null).length : 0
  const isOne = findings.length === 1 && (name === 'beside' || (name === 'unknown' && !asked))
  if (name === 'cause' || isOne)
    return (
      <>
        <span className={`medium ${styles.title}`}>{first.title}</span>{' '}
        <span className={`quiet ${styles.sentence}`}>
          {sayEvidence(first, name)}
          {explained > 0 && ` · ${text('Explains', { count: explained })}`}
          {name === 'unknown' && verdict === 'cause' && ` ${text('CannotChange')}`}
        </span>
      </>
    )
  const named = findings.slice(0, 4).map(({ title }, index) => (index === 0 ? title : within(title)))
  const more = findings.length - named.length
  const others = [asked && named.join(', '), more > 0 && text('AndMore', { count: more })]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <span className={`medium ${styles.title}`}>
        {asked ? text('Awaited', { who: asked.who }) : named.join(', ')}
      </span>{' '}
      <span className={`quiet ${styles.sentence}`}>
        {others}
        {name === 'unknown' && verdict === 'cause' && `${others && '. '}${text('CannotChangeThese')}`}
      </span>
    </>
  )
}

function sayNone(name: GroupName, isAnswered: boolean): string {
  if (name === 'unknown') return text('NoneUnknown')
  if (!isAnswered) return text('NoneYet')
  return text(name === 'cause' ? 'NoneCause' : name === 'beside' ? 'NoneBeside' : 'NoneFine')
}

/** Of what is wrong what was seen: the verdict has its sentence, or the row that opens. */
function sayEvidence({ sentence, refuted, evidence: [first] }: Finding, name: GroupName): string {
  if (name === 'beside' && refuted) return sayLocally(refuted)
  if (name === 'unknown' || !first) return sayLocally(sentence)
  return text('Seen', { what: first.what, value: sayExactly(first.value) })
}
