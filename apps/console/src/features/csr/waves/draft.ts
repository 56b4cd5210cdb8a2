import type { Csr, FieldIssue, WavePlan } from '@support-console/contract'
import { ended } from '@support-console/contract/sentences'
import type { SizesBy, WaveOrder } from '@support-console/contract/waves.words'
import { text } from './texts.ts'

/** A plan as it is typed. */
export interface Draft {
  readonly release: string
  /** IP addresses. */
  readonly servers: readonly string[]
  readonly waves: string
  readonly wavesBy: SizesBy
  readonly order: WaveOrder
  readonly budget: string
  readonly budgetBy: SizesBy
  readonly pause: string
  readonly errorsAllowed: string
  readonly hasHours: boolean
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

export const emptyDraft: Draft = {
  release: '',
  servers: [],
  waves: '1',
  wavesBy: 'number',
  order: 'fewest-first',
  budget: '',
  budgetBy: 'number',
  pause: '0',
  errorsAllowed: '0',
  hasHours: false,
  from: '22:00',
  to: '04:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** As the server is asked; what is no number it refuses. */
export const planOf = (draft: Draft): WavePlan => ({
  release: draft.release,
  servers: [...draft.servers],
  waves: draft.waves
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number),
  wavesBy: draft.wavesBy,
  order: draft.order,
  budget: numberIn(draft.budget),
  budgetBy: draft.budgetBy,
  pause: numberIn(draft.pause),
  hours: draft.hasHours
    ? { from: draft.from.trim(), to: draft.to.trim(), timeZone: draft.timeZone.trim() }
    : null,
  errorsAllowed: numberIn(draft.errorsAllowed),
})

const numberIn = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

const labels = {
  release: 'Release',
  servers: 'Servers',
  waves: 'Waves',
  budget: 'Budget',
  pause: 'Pause',
  hours: 'Hours',
  errorsAllowed: 'Errors',
  panels: 'TypePanels',
} as const

/** What the server says of a field, as a sentence; undefined: nothing. */
export function issueOf(issues: readonly FieldIssue[], field: keyof typeof labels): string | undefined {
  const issue = issues.find((one) => one.field === field || one.field.startsWith(`${field}.`))
  return issue && ended(`${text(labels[field])} ${issue.message}`)
}

/** 'csr-04', with what it runs and how many panels report to it. */
export const factsOf = ({ name, agent }: Csr): string =>
  agent
    ? text('ServerFacts', { release: name, panels: agent.panels })
    : text('ServerUnknown', { release: name })
