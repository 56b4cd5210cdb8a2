import type { FleetFinding } from '@support-console/contract'
import { useState } from 'react'
import type { BodyOf } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { localTime } from '../../ui/local-time.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { showToast } from '../../ui/toast-store.ts'
import { text } from './texts.ts'

const longestReason = 200
const dayMs = 86_400_000
const [usualDays, mostDays] = [30, 365]
/** The end of a day on the clock of this browser. */
const endOf = (day: string): Date => new Date(`${day}T23:59:59`)
const inDays = (days: number): string => localTime(serverNow() + days * dayMs).day

interface ExpectDialogProps {
  readonly ids: readonly string[]
  /** What all of them have in common, so that it may be expected of the company as well; undefined: nothing. */
  readonly alike: Pick<FleetFinding, 'code' | 'company'> | undefined
  readonly onDone: () => unknown
  readonly onClose: () => void
}

/** Asks why findings are known for good, and until when (fleet 5). */
export function ExpectDialog({ ids, alike, onDone, onClose }: ExpectDialogProps) {
  const expect = useChange('POST /fleet/v1/expected', frame('TitleFleet'), ({ message = '' }) => {
    showToast(message)
    onClose()
    return onDone()
  })
  const [of, setOf] = useState<'things' | 'company'>('things')
  const [reason, setReason] = useState('')
  const [day, setDay] = useState(() => inDays(usualDays))
  const company = alike?.company
  const count = ids.length
  const atDay = day < inDays(0) ? text('DayIsOver') : day > inDays(mostDays) ? text('DayIsFar') : undefined
  const save = () => {
    if (atDay) return
    const about = { reason: reason.trim(), until: endOf(day).toISOString() }
    const body: BodyOf<'POST /fleet/v1/expected'> =
      of === 'company' && alike && company
        ? { of, companyId: company.companyId, finding: alike.code, ...about }
        : { of: 'things', ids: [...ids], ...about }
    void expect.startOnce({ body }, text('ActionExpect', { count, day }))
  }
  return (
    <FormDialog
      title={ids.length === 1 ? text('ExpectOne') : text('ExpectMany', { count })}
      verb={text('ExpectVerb')}
      busyText={text('Expecting')}
      change={expect}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="faint small">{text('ExpectAbout')}</p>
      {alike && company && (
        <RadioGroup
          label={text('ExpectOf')}
          value={of}
          onChange={setOf}
          options={[
            { value: 'things', label: text('OfChosen') },
            {
              value: 'company',
              label: text('OfAllOfCompany', { finding: text(alike.code), name: company.name }),
            },
          ]}
        />
      )}
      <TextField
        label={text('Reason')}
        value={reason}
        onChange={setReason}
        checks={{ isRequired: true, maxLength: longestReason }}
        help={text('ReasonHelp')}
        autoComplete="off"
        dir="auto"
      />
      <DatePicker
        label={text('Until')}
        value={day}
        onChange={setDay}
        error={atDay}
        help={text('UntilHelp')}
      />
    </FormDialog>
  )
}
