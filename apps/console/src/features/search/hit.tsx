import { ThingIcon } from '../../kit/thing-icon.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { sayAgo } from '../../ui/durations.ts'
import { fragmentsOf } from './fragments.ts'
import styles from './palette.module.css'
import { text } from './texts.ts'
import { fieldName, howText, isCode, isSaidAlone, sayFactAlone, type Thing } from './things.ts'

/** A value with the part marked that was typed; ICCIDs grouped for the eye, copied bare. */
export function Marked({
  value,
  typed,
  isIccid = false,
}: {
  readonly value: string
  readonly typed: string
  readonly isIccid?: boolean
}) {
  return fragmentsOf(value, typed, isIccid).map(({ at, shown, isFound, endsGroup }) => {
    const groupEnd = endsGroup ? styles.groupEnd : undefined
    return isFound ? (
      <mark key={at} className={groupEnd}>
        {shown}
      </mark>
    ) : (
      <span key={at} className={groupEnd}>
        {shown}
      </span>
    )
  })
}

/** A hit: its name, its facts, and what of it fits, which is always seen. */
export function Hit({ thing, typed }: { readonly thing: Thing; readonly typed: string }) {
  const { kind, title, matched, visitedAt } = thing
  // What fits is marked in the name where it is there, else it stands in the second line.
  const isInTitle = matched === undefined || matched.value === title || matched.how === 'repaired'
  const marks = matched ? typed : ''
  const others = thing.facts.filter((fact) => isSaidAlone(fact) && fact.value !== matched?.value)
  const subtitle = others.map(sayFactAlone).join(' · ')
  return (
    <>
      <ThingIcon kind={kind} />
      <span className="stack narrow">
        <span className={isCode(kind) ? 'code quiet' : 'ink'}>
          <Marked value={title} typed={isInTitle ? marks : ''} isIccid={kind === 'sim'} />
        </span>
        <span className={`flex nowrap quiet clip ${styles.about}`}>
          {!isInTitle && matched && (
            <span className={`at-most rigid ${styles.fits}`}>
              {fieldName(matched.field)} <Marked value={matched.value} typed={typed} />
              {(thing.state || subtitle !== '') && ' · '}
            </span>
          )}
          <span className={`narrow cut ${styles.facts}`}>
            {thing.state && <ThingState of={thing.state} isBrief />}
            {thing.state && subtitle !== '' && ' · '}
            {subtitle}
          </span>
        </span>
      </span>
      <span className={`small faint end ${styles.how}`}>
        {visitedAt !== undefined ? sayAgo(visitedAt) : matched ? howText(matched) : text('HowExact')}
      </span>
    </>
  )
}
