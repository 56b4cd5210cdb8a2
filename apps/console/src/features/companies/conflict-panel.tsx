import { useEffect, useId, useRef } from 'react'
import { useSession } from '../../session/index.ts'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { Said as Named } from '../../ui/thing.tsx'
import { Changes, Said } from './change-summary.tsx'
import type { Conflict } from './conflict.ts'
import styles from './conflict-panel.module.css'
import { fields } from './fields.ts'
import type { Disputed } from './merge.ts'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** Someone else has saved meanwhile (D10): who and when, what the form took over, and what a person has to decide. */
export function ConflictPanel({ conflict }: { readonly conflict: Conflict }) {
  const { user } = useSession()
  const id = useId()
  const { by, at, takenOver, disputed } = conflict
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown for each conflict once
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' })
    panel.current?.focus({ preventScroll: true })
  }, [at])
  const title =
    by === null
      ? text('ConflictTitleAnonymous')
      : by === user?.email
        ? text('ConflictByMyself')
        : text('ConflictTitle', { who: by })
  return (
    <section
      ref={panel}
      className={`stack gap-12 rounded ${styles.conflict}`}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <div className={`flex gap-10 ${styles.conflictHead}`}>
        <StateMark kind="warn" />
        <div>
          <h2 id={id}>
            <Named>{title}</Named>
          </h2>
          <p>{text('ConflictWhen', { time: sayMinute(at) })}</p>
        </div>
      </div>
      {disputed.length > 0 && (
        <>
          <p>{text('ConflictDecide')}</p>
          <ul className="stack gap-8">
            {disputed.map((each) => (
              <Dispute key={each.key} dispute={each} />
            ))}
          </ul>
        </>
      )}
      {takenOver.length > 0 && (
        <>
          <p>{text('ConflictTaken')}</p>
          <Changes changes={takenOver} label={text('ConflictTaken')} />
        </>
      )}
      <p>
        {takenOver.length + disputed.length === 0 && `${text('ConflictNone')} `}
        {text('ConflictSave')}
      </p>
    </section>
  )
}

/** A field that both changed: what it was, what stands there now, what is mine, and the choice. */
function Dispute({ dispute }: { readonly dispute: Disputed }) {
  const { decide } = useForm()
  const { key, was, theirs, mine, choice } = dispute
  const { label } = fields[key]
  const values = [
    [text('Was'), was],
    [text('Theirs'), theirs],
    [text('Mine'), mine],
  ] as const
  return (
    <li
      className={`stack gap-8 sheet rounded ${styles.dispute}`}
      data-undecided={choice === undefined || undefined}
    >
      <strong>{label}</strong>
      <dl className="stack anywhere">
        {values.map(([name, words]) => (
          <div key={name}>
            <dt className="small quiet">{name}</dt>
            <dd className={fields[key].isMono ? 'mono' : undefined}>
              <Said words={words} isOld={name === text('Was')} />
            </dd>
          </div>
        ))}
      </dl>
      <Group
        id={`dispute-${key}`}
        className={`row wrap gap-8 ${styles.decision}`}
        aria-label={text('DecisionFor', { label })}
        tabIndex={-1}
      >
        {(['theirs', 'mine'] as const).map((one) => (
          <Button
            key={one}
            size="tool"
            className={choice === one ? styles.chosen : undefined}
            aria-pressed={choice === one}
            onPress={() => decide(key, one)}
          >
            {text(one === 'theirs' ? 'TakeOver' : 'KeepMine')}
          </Button>
        ))}
      </Group>
    </li>
  )
}
