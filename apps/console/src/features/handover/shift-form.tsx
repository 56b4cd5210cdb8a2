import { usualShiftHours } from '@support-console/contract/handover.words'
import type { ReactNode } from 'react'
import { MomentField, readMoment } from '../../kit/moment/index.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import styles from './handover.module.css'
import { text } from './texts.ts'
import { complaint, lastEvening, weekdayOf } from './times.ts'
import type { ShiftAsked } from './use-shift.ts'

interface ShiftFormProps {
  readonly asked: ShiftAsked
  /** What can be done with the shift. */
  readonly children: ReactNode
}

/** Which time, and whose work; what is typed for it stands below, where it is chosen. */
export function ShiftForm({ asked, children }: ShiftFormProps) {
  const { now, choice, whose, draft, setDraft, shift, mayReadOthers, isShift } = asked
  const isTyped = choice === 'range' || whose === 'person'
  return (
    <>
      <div className="row wrap gap-8 below-12">
        <Segments
          label={text('Time')}
          value={choice}
          onChange={asked.chooseTime}
          segments={[
            { key: 'last', label: text('LastHours', { hours: usualShiftHours }) },
            { key: 'since', label: text('Since', { day: weekdayOf(lastEvening(now)) }) },
            { key: 'range', label: text('Range') },
          ]}
        />
        {mayReadOthers && (
          <Segments
            label={text('Whose')}
            value={whose}
            onChange={asked.chooseWhose}
            segments={[
              { key: 'everyone', label: text('Everyone') },
              { key: 'mine', label: text('Mine') },
              { key: 'person', label: text('OnePerson') },
            ]}
          />
        )}
        {children}
      </div>
      {isTyped && (
        <Form
          isGuarded={false}
          className={`flex start wrap gap-12 below-12 ${styles.form}`}
          onSubmit={asked.look}
          shouldAlwaysShowErrors={!isShift}
        >
          {choice === 'range' && (
            <>
              <MomentField
                label={text('From')}
                value={draft.from}
                onChange={(from) => setDraft({ ...draft, from })}
                check={(at) => complaint(at, readMoment(draft.to))}
              />
              <MomentField
                label={text('To')}
                value={draft.to}
                onChange={(to) => setDraft({ ...draft, to })}
              />
            </>
          )}
          {whose === 'person' && (
            <TextField
              className={styles.who}
              label={text('Who')}
              value={draft.who}
              onChange={(who) => setDraft({ ...draft, who })}
              checks={{ isRequired: true, pattern: /\s*\S+@\S+\s*/, title: text('InvalidEmail') }}
              hasAsterisk={false}
              autoComplete="off"
            />
          )}
          <Button
            type="submit"
            look="primary"
            className={styles.look}
            isBusy={shift.isFetching}
            busyText={text('Look')}
          >
            {text('Look')}
          </Button>
        </Form>
      )}
    </>
  )
}
