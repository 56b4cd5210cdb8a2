import type { Csr, FieldIssue } from '@support-console/contract'
import type { SizesBy, WaveOrder } from '@support-console/contract/waves.words'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { type Draft, issueOf } from './draft.ts'
import { ServersField } from './servers-field.tsx'
import { text } from './texts.ts'
import styles from './waves.module.css'

interface PlanFieldsProps {
  readonly draft: Draft
  readonly change: (typed: Partial<Draft>) => void
  readonly csrs: readonly Csr[]
  readonly releases: readonly string[]
  readonly issues: readonly FieldIssue[]
}

const wavesBy = [
  { value: 'number', label: text('ByServers') },
  { value: 'share', label: text('ByServersShare') },
]
const budgetBy = [
  { value: 'number', label: text('ByPanels') },
  { value: 'share', label: text('ByPanelsShare') },
]
const orders = [
  { value: 'fewest-first', label: text('FewestFirst') },
  { value: 'most-first', label: text('MostFirst') },
  { value: 'by-name', label: text('ByName') },
]

/** The plan of a release in waves; what the server refuses stands at its field. */
export function PlanFields({ draft, change, csrs, releases, issues }: PlanFieldsProps) {
  const options = releases.map((release) => ({ value: release, label: release }))
  return (
    <>
      <div className={`stack tops ${styles.fields}`}>
        <Select
          label={text('Release')}
          options={options}
          value={draft.release}
          onChange={(release) => change({ release })}
          error={issueOf(issues, 'release')}
          isMono
        />
        <TextField
          label={text('Waves')}
          help={text('WavesHelp')}
          value={draft.waves}
          onChange={(waves) => change({ waves })}
          error={issueOf(issues, 'waves')}
          autoComplete="off"
        />
        <Select
          label={text('WavesBy')}
          options={wavesBy}
          value={draft.wavesBy}
          onChange={(by) => change({ wavesBy: by as SizesBy })}
        />
        <Select
          label={text('Order')}
          options={orders}
          value={draft.order}
          onChange={(order) => change({ order: order as WaveOrder })}
        />
        <TextField
          label={text('Budget')}
          help={text('BudgetHelp')}
          value={draft.budget}
          onChange={(budget) => change({ budget })}
          error={issueOf(issues, 'budget')}
          inputMode="numeric"
          autoComplete="off"
        />
        <Select
          label={text('BudgetBy')}
          options={budgetBy}
          value={draft.budgetBy}
          onChange={(by) => change({ budgetBy: by as SizesBy })}
        />
        <TextField
          label={text('Pause')}
          value={draft.pause}
          onChange={(pause) => change({ pause })}
          error={issueOf(issues, 'pause')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          label={text('Errors')}
          help={text('ErrorsHelp')}
          value={draft.errorsAllowed}
          onChange={(errorsAllowed) => change({ errorsAllowed })}
          error={issueOf(issues, 'errorsAllowed')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Checkbox checked={draft.hasHours} onChange={(hasHours) => change({ hasHours })}>
        {text('HasHours')}
      </Checkbox>
      {draft.hasHours && (
        <div className={`stack tops ${styles.fields}`}>
          <TextField
            label={text('From')}
            value={draft.from}
            onChange={(from) => change({ from })}
            error={issueOf(issues, 'hours')}
            autoComplete="off"
          />
          <TextField
            label={text('To')}
            value={draft.to}
            onChange={(to) => change({ to })}
            autoComplete="off"
          />
          <TextField
            label={text('TimeZone')}
            value={draft.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            autoComplete="off"
          />
        </div>
      )}
      <ServersField draft={draft} change={change} csrs={csrs} error={issueOf(issues, 'servers')} />
    </>
  )
}
