import { carrierNames, vendorCodes } from '@support-console/contract/carriers'
import {
  complaintAboutPlan,
  longestPlannedHours,
  type PlannedScope,
  plannedScopes,
} from '@support-console/contract/planned.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { DatePicker } from '../../ui/date-picker/lazy-date-picker.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { localTime } from '../../ui/local-time.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select/select.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from './outages.module.css'
import { ownZone } from './own-zone.ts'
import { text } from './texts.ts'

const longestReason = 200
const dayMs = 86_400_000
const usualWeeks = 12
const inDays = (days: number): string => localTime(Date.now() + days * dayMs).day

interface Draft {
  kind: PlannedScope
  id: string
  from: string
  to: string
  timeZone: string
  how: 'once' | 'weekly'
  /** The last day of each week's. */
  until: string
  reason: string
}

interface PlanDialogProps {
  /** What it is first about. */
  readonly of?: { readonly kind: PlannedScope; readonly id: string } | undefined
  readonly onDone?: () => unknown
  readonly onClose: () => void
}

/** Asks what work is on, when, and why: an outage of that scope is expected then. */
export function PlanDialog({ of, onDone, onClose }: PlanDialogProps) {
  const plan = useChange('POST /outages/v1/planned', frame('TitleOutages'))
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
  const complaint = complaintAboutPlan(times, new Date())
  const field = complaint?.field ?? plan.error?.issues[0]?.field
  const errorAt = (name: NonNullable<typeof complaint>['field']) =>
    (isTried || plan.error) && field === name
      ? text(`Wrong-${name}`, { hours: longestPlannedHours })
      : undefined
  const hasScope = draft.kind === 'webconnect' || draft.id !== ''
  const take = async (answering: ReturnType<typeof plan.askAgain>) => {
    const answer = await answering
    if (!answer) return
    showToast(answer.message ?? '')
    onClose()
    await onDone?.()
  }
  const save = () => {
    setTried(true)
    if (complaint || !hasScope) return
    const scope = { kind: draft.kind, id: draft.kind === 'webconnect' ? '' : draft.id }
    const body = { of: scope, ...times, reason: draft.reason.trim() }
    void take(plan.start({ body }, text('ActionPlan', { from: times.from })))
  }
  const form = 'plan-work'
  return (
    <Dialog
      isOpen
      onClose={plan.isPending ? undefined : onClose}
      title={text('PlanTitle')}
      actions={
        <>
          <Button isDisabled={plan.isPending} onPress={onClose}>
            {frame('Cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            isBusy={plan.isPending}
            busyText={text('Planning')}
          >
            {text('PlanVerb')}
          </Button>
        </>
      }
    >
      <Form id={form} className={styles.form} onSubmit={save}>
        <p className="quiet">{text('PlanAbout')}</p>
        <ScopeFields
          draft={draft}
          change={change}
          error={isTried && !hasScope ? text('Wrong-of') : undefined}
        />
        <div className={styles.times}>
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
      </Form>
      <CallBanner call={plan} hidesSuccess />
      <OpenOutcome why={plan.open} onAskAgain={() => void take(plan.askAgain())} />
    </Dialog>
  )
}

/** Of each week's the whole last day counts, on the reader's clock. */
function timesOf({ from, to, timeZone, how, until }: Draft) {
  const last = new Date(`${until}T23:59:59`)
  const ends = Number.isNaN(last.getTime()) ? new Date(0) : last
  return {
    ...{ from: from.trim(), to: to.trim(), timeZone: timeZone.trim(), isWeekly: how === 'weekly' },
    until: how === 'weekly' ? ends.toISOString() : null,
  }
}

interface ScopeFieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly error: string | undefined
}

/** What the work is on, by what the reader may read. */
function ScopeFields({ draft: { kind, id }, change, error }: ScopeFieldsProps) {
  const { may } = useAccess()
  const needs = { company: 'companies.read', csr: 'csr.read' } as const
  const kinds = plannedScopes.filter((scope) => !(scope in needs) || may(needs[scope as keyof typeof needs]))
  const names = useNames(kind)
  return (
    <>
      <Select
        label={text('PlanKind')}
        options={kinds.map((value) => ({ value, label: text(`Kind-${value}`) }))}
        value={kind}
        onChange={(value) => change({ kind: value as PlannedScope, id: '' })}
      />
      {kind !== 'webconnect' && (
        <Select
          label={text(`Kind-${kind}`)}
          options={names.options}
          value={id === '' ? undefined : id}
          onChange={(value) => change({ id: value })}
          startsEmpty
          isLoading={names.isLoading}
          error={error}
        />
      )}
    </>
  )
}

/** All that there are of a kind. */
function useNames(kind: PlannedScope) {
  const containers = useRead('GET /wcmetrics/v1/metrics/getall', {
    query: { details: 'false' },
    enabled: kind === 'container',
    select: ({ metrics }) =>
      metrics.map(({ containerName }) => ({ value: containerName, label: containerName })),
  })
  const companies = useRead('GET /companymanager/v1/companies', {
    enabled: kind === 'company',
    select: ({ companyInfos }) =>
      companyInfos.map(({ companyId, companyName }) => ({ value: String(companyId), label: companyName })),
  })
  const servers = useRead('GET /csrmanagement/v1/csrs/getall', {
    enabled: kind === 'csr',
    select: ({ info }) => info.map(({ server }) => ({ value: server, label: server })),
  })
  const carriers = vendorCodes.map((code) => ({ value: code, label: carrierNames[code] }))
  const reading = {
    container: containers,
    company: companies,
    csr: servers,
    carrier: undefined,
    webconnect: undefined,
  }[kind]
  return {
    options: kind === 'carrier' ? carriers : (reading?.data ?? []),
    isLoading: reading?.isLoading ?? false,
  }
}
