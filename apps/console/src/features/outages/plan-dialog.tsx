import {
  complaintAboutPlan,
  longestPlannedHours,
  type PlannedScope,
} from '@support-console/contract/planned.words'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { localTime } from '../../ui/local-time.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ownZone } from './own-zone.ts'
import { type Draft, timesOf } from './plan-draft.ts'
import { ScopeFields } from './scope-fields.tsx'
import { text } from './texts.ts'

const wrong = { from: 'WrongFrom', to: 'WrongTo', timeZone: 'WrongZone', until: 'WrongUntil' } as const
const longestReason = 200
const dayMs = 86_400_000
const usualWeeks = 12
const inDays = (days: number): string => localTime(serverNow() + days * dayMs).day

interface PlanDialogProps {
  /** What it is first about. */
  readonly of?: { readonly kind: PlannedScope; readonly id: string } | undefined
  readonly onDone?: () => unknown
  readonly onClose: () => void
}

/** Asks what work is on, when, and why: an outage of that scope is expected then. */
export function PlanDialog({ of, onDone, onClose }: PlanDialogProps) {
  const plan = useChange('POST /outages/v1/planned', frame('TitleOutages'), ({ message = '' }) => {
    showToast(message)
    onClose()
    return onDone?.()
  })
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ kind: of?.kind ?? 'container', id: of?.id ?? '', timeZone: ownZone(), how: 'once', reason: '' },
    ...{ from: `${inDays(1)} 02:00`, to: `${inDays(1)} 04:00`, until: inDays(usualWeeks * 7) },
  }))
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Draft>) => {
    plan.reset()
    setDraft({ ...draft, ...part })
  }
  const times = timesOf(draft)
  const complaint = complaintAboutPlan(times, new Date(serverNow()))
  const field = complaint?.field ?? plan.error?.issues[0]?.field
  const errorAt = (name: NonNullable<typeof complaint>['field']) =>
    (isTried || plan.error) && field === name ? text(wrong[name], { hours: longestPlannedHours }) : undefined
  const hasScope = draft.kind === 'webconnect' || draft.id !== ''
  const save = () => {
    setTried(true)
    if (complaint || !hasScope) return
    const scope = { kind: draft.kind, id: draft.kind === 'webconnect' ? '' : draft.id }
    const body = { of: scope, ...times, reason: draft.reason.trim() }
    void plan.startOnce({ body }, text('ActionPlan', { from: times.from }))
  }
  return (
    <FormDialog
      title={text('PlanTitle')}
      verb={text('PlanVerb')}
      busyText={text('Planning')}
      change={plan}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="quiet">{text('PlanAbout')}</p>
      <ScopeFields
        draft={draft}
        change={change}
        error={isTried && !hasScope ? text('WrongScope') : undefined}
      />
      <div className="stack two-columns gap-12">
        <TextField
          label={text('PlanFrom')}
          value={draft.from}
          onChange={(from) => change({ from })}
          error={errorAt('from')}
          isMono
          autoComplete="off"
        />
        <TextField
          label={text('PlanTo')}
          value={draft.to}
          onChange={(to) => change({ to })}
          error={errorAt('to')}
          isMono
          autoComplete="off"
        />
      </div>
      <TextField
        label={text('PlanZone')}
        value={draft.timeZone}
        onChange={(timeZone) => change({ timeZone })}
        error={errorAt('timeZone')}
        help={text('CustomerZoneHelp')}
        autoComplete="off"
      />
      <RadioGroup
        label={text('PlanHow')}
        value={draft.how}
        onChange={(how) => change({ how })}
        options={[
          { value: 'once', label: text('PlanOnce') },
          { value: 'weekly', label: text('PlanWeekly') },
        ]}
      />
      {draft.how === 'weekly' && (
        <DatePicker
          label={text('PlanUntil')}
          value={draft.until}
          onChange={(until) => change({ until })}
          error={errorAt('until')}
        />
      )}
      <TextField
        label={text('PlanReason')}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        checks={{ isRequired: true, maxLength: longestReason }}
        help={text('PlanReasonHelp')}
        autoComplete="off"
        dir="auto"
      />
    </FormDialog>
  )
}
