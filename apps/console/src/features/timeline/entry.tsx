import type { TimelineEntry, TimelineStep } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { canPutBack } from '@support-console/contract/companies.words'
import { isSaidInWords } from '@support-console/contract/observed.words'
import { type SaidOf, sentenceOf, tellerOf } from '@support-console/contract/timeline.said'
import type { UndertakingState } from '@support-console/contract/undertakings.words'
import { type ReactNode, useId, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { AsItWasThen } from '../../kit/moment/as-it-was-then.tsx'
import { marks } from '../../kit/undertaking/index.ts'
import { WhyLine } from '../../kit/why/index.ts'
import { culture } from '../../texts/languages.ts'
import { classes } from '../../ui/classes.ts'
import { sayDuration } from '../../ui/durations.ts'
import { ChevronRightIcon } from '../../ui/icons/controls.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { localTime } from '../../ui/local-time.ts'
import { Status } from '../../ui/status.tsx'
import { Said } from '../../ui/thing.tsx'
import { Changes, SaidParts } from './said.tsx'
import { StepIcon } from './step-icon.tsx'
import { text } from './texts.ts'
import styles from './timeline.module.css'

interface EntryProps {
  readonly entry: TimelineEntry
  /** Whose timeline it is. */
  readonly of: SaidOf
  /** The thing's page as it was at an instant. */
  readonly pathAt?: ((at: string) => string) | undefined
}

/** One transaction or one look: its sentence, and below it, when they are asked for, its fields or its further steps. */
export function Entry({ entry, of, pathAt }: EntryProps) {
  const { at, kind, what, steps, transactionId, source } = entry
  const fields = steps.length === 0 ? foldedOf(entry) : []
  const isMany = what === 'reconnected'
  return (
    <li className={`stack tops ${styles.entry}`} data-entry={entry.id} tabIndex={-1}>
      <AsItWasThen className="code quiet end" at={at} to={pathAt?.(steps.at(-1)?.at ?? at)}>
        {isMany ? localTime(at).time.slice(0, 5) : localTime(at).time}
      </AsItWasThen>
      <span className={`flex tops middle relative quiet ${styles.icon}`}>
        {what !== 'ended' && <StepIcon kind={kind} />}
      </span>
      <Fold
        name={foldName(entry, fields.length)}
        sentence={<Sentence step={entry} of={of} />}
        right={
          <>
            {rightOf(entry)}
            {transactionId && (
              <>
                {' · '}
                <Identifier value={transactionId} kind="guid" of="transaction" isShort />
                <PutBack entry={entry} transactionId={transactionId} />
              </>
            )}
          </>
        }
      >
        {(id) =>
          steps.length > 0 ? (
            <Steps id={id} entry={entry} of={of} />
          ) : (
            <Changes id={id} teller={source} changes={fields} />
          )
        }
      </Fold>
    </li>
  )
}

/** What its sentence does not tell whole. */
function foldedOf({ kind, changes = [] }: TimelineStep) {
  if (kind === 'deactivation') return []
  const [change] = changes
  const isTold = change && (change.source === '' || isSaidInWords(change.field)) && change.alsoBy.length === 0
  return changes.length === 1 && isTold ? [] : changes
}

function foldName(entry: TimelineEntry, fields: number): string {
  const last = entry.steps.at(-1)
  const count = entry.steps.length
  if (last) {
    const steps = text(count === 1 ? 'StepsOne' : 'Steps', { count })
    const isBrief = Date.parse(last.at) - Date.parse(entry.at) < 1000
    return isBrief ? steps : text('StepsIn', { steps, time: sayDuration(entry.at, last.at) })
  }
  return fields > 0 ? text(fields === 1 ? 'FieldsOne' : 'Fields', { count: fields }) : ''
}

/** The way back to what was before, where the form of the company can take it (U7). */
function PutBack({
  entry,
  transactionId,
}: {
  readonly entry: TimelineEntry
  readonly transactionId: string
}) {
  const { may } = useAccess()
  const step = [entry, ...entry.steps].find(
    ({ object, changes = [], isClaim, state }) => !isClaim && plain.has(state) && canPutBack(object, changes),
  )
  if (!step || !may('companies.change')) return null
  return (
    <>
      {' · '}
      <Link
        to={addresses.companyPutBack(Number(step.object.slice('company '.length)), transactionId)}
        aria-label={text('PutBackOf', { what: step.what })}
      >
        {text('PutBack')}
      </Link>
    </>
  )
}

interface FoldProps {
  /** Empty: there is nothing to open. */
  readonly name: string
  readonly sentence: ReactNode
  readonly right: ReactNode
  readonly children: (id: string) => ReactNode
}

function Fold({ name, sentence, right, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <span className={`flex wrap gap-0-8 anywhere ${styles.said}`}>
        {sentence}
        {name !== '' && (
          <button
            type="button"
            className={`inline gap-4 accent rounded ${styles.fold}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRightIcon className="turns" />
            {name}
          </button>
        )}
      </span>
      <span className={`small end faint ${styles.right}`}>{right}</span>
      {isOpen && name !== '' && children(id)}
    </>
  )
}

function Steps({ id, entry, of }: Pick<EntryProps, 'entry' | 'of'> & { readonly id: string }) {
  return (
    <ol id={id} className={styles.steps}>
      {entry.steps.map((step) => (
        <li key={step.id} className={`stack tops ${styles.step}`}>
          <span className="code quiet end">{sayAfter(entry, step)}</span>
          <span className={`flex wrap gap-0-8 anywhere ${styles.said}`}>
            <Sentence step={step} of={of} />
          </span>
          <span className={`small end faint ${styles.right}`}>{rightOf(step)}</span>
        </li>
      ))}
    </ol>
  )
}

const sayAfter = ({ at }: TimelineStep, step: TimelineStep): string =>
  text('StepAfter', {
    seconds: ((Date.parse(step.at) - Date.parse(at)) / 1000).toLocaleString(culture, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
  })

/** Who did it, who looked, or who told of it. */
function rightOf(step: TimelineStep): string {
  if (step.kind === 'observation') return step.by ? text('LookedBy', { who: step.by }) : ''
  return step.by || tellerOf(step)
}

/** Successes go without saying; how a deactivation or a source stands its sentence says. */
const plain = new Set(['', 'Success', 'Accepted', 'Intent'])
const saysItself = new Set([
  'sim-activity',
  'gap',
  'deactivation',
  'deployment',
  'observation',
  'connection',
  'outage',
])

interface SentenceProps {
  readonly step: TimelineStep
  readonly of: SaidOf
}

function Sentence({ step, of }: SentenceProps) {
  const { kind, what, state, detail, reason, ticket, counts = [] } = step
  return (
    <>
      <span className={classes(what === 'ended' && `quiet rounded ${styles.gap}`)}>
        <SaidParts parts={sentenceOf(step, of)} />
      </span>
      {kind === 'deployment' && Object.hasOwn(marks, state) && (
        <Status kind={marks[state as UndertakingState]}>
          {state.charAt(0).toUpperCase() + state.slice(1)}
        </Status>
      )}
      {!plain.has(state) && !saysItself.has(kind) && <Status kind="error">{state}</Status>}
      {counts.some((count) => count > 0) && <Bars counts={counts} />}
      {(reason || ticket) && (
        <span className="faint">
          <WhyLine reason={reason} ticket={ticket} />
        </span>
      )}
      {detail !== '' && kind !== 'gap' && (
        <span className="faint">
          <Said>{detail}</Said>
        </span>
      )}
    </>
  )
}

/** How many in each part of the hour; their sum stands beside it. */
function Bars({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts)
  return (
    <span className={`flex gap-2 ${styles.bars}`} aria-hidden="true">
      {counts.map((count, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each part of an hour stands at its place
        <span key={part} style={{ blockSize: `${Math.max(8, (100 * count) / most)}%` }} />
      ))}
    </span>
  )
}
