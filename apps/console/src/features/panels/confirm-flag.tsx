import type { Panel, PanelState, Why } from '@support-console/contract'
import { sayCounted, ThingState } from '../../kit/thing-state/index.ts'
import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { culture } from '../../texts/languages.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { list, listCounted } from '../../ui/listed.ts'
import { Said } from '../../ui/thing.tsx'
import { text } from './texts.ts'
import { TimeFields } from './time-fields.tsx'
import { type FlagTime, useTime } from './use-time.ts'

export interface FlagQuestion {
  /** Those that would be switched. */
  panels: readonly (Panel & { readonly state: PanelState })[]
  /** What they would be switched to. */
  wanted: boolean
  /** How many of the selected ones are as wanted already, or cannot be switched. */
  leftOut: number
}

interface ConfirmFlagProps {
  /** What is or was asked. */
  readonly question: FlagQuestion | null
  readonly isOpen: boolean
  /** Resolves with whether all of them came to what was wanted. */
  readonly onConfirm: (question: FlagQuestion, why: Why, time: FlagTime) => Promise<boolean>
  readonly onCancel: () => void
}

/** Asks before management of panels in the Remote Portal is switched (8): which or how many, whose, what it means. */
export function ConfirmFlag({ question, isOpen, onConfirm, onCancel }: ConfirmFlagProps) {
  const why = useWhy(
    question ? `${question.wanted} ${question.panels.map(({ cloudId }) => cloudId).join(' ')}` : '',
  )
  const time = useTime(question ? question.panels.map(({ cloudId }) => cloudId).join(' ') : '')
  if (!question) return null
  const { panels, wanted } = question
  const [panel] = panels
  const isOne = panels.length === 1
  const about = { cloudId: panel?.cloudId ?? '', count: panels.length.toLocaleString(culture) }
  const confirm = (chosen: FlagTime) =>
    why.guard(async (said) => {
      const isDone = await onConfirm(question, said, chosen)
      if (isDone) time.forget()
      return isDone
    })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text(
        isOne
          ? wanted
            ? 'DisableQuestion'
            : 'EnableQuestion'
          : wanted
            ? 'DisableManyQuestion'
            : 'EnableManyQuestion',
        about,
      )}
      consequences={consequencesOf(question, time.typed.choice === 'open')}
      verb={text(wanted ? 'DisableVerb' : 'EnableVerb')}
      isDanger={wanted}
      onConfirm={wanted ? time.guard((chosen) => void confirm(chosen)()) : confirm({})}
      onCancel={onCancel}
    >
      <Facts facts={isOne && panel ? factsOf(panel) : factsOfMany(panels)} />
      {wanted && <TimeFields of={time} />}
      <WhyFields of={why} />
    </ConfirmDialog>
  )
}

function consequencesOf({ panels, wanted, leftOut }: FlagQuestion, isOpenEnded: boolean): string[] {
  const isOne = panels.length === 1
  const count = leftOut
  const means = wanted
    ? text(isOne ? 'DisableMeans' : 'DisableManyMeans')
    : text(isOne ? 'EnableMeans' : 'EnableManyMeans')
  return [
    means,
    ...(wanted && isOpenEnded ? [text('DisableBack')] : []),
    ...(leftOut > 0 ? [text(wanted ? 'LeftOutDisabled' : 'LeftOutEnabled', { count })] : []),
  ]
}

const factsOf = ({
  cloudId,
  companyName,
  companySapNumber,
  remoteId,
  state,
}: FlagQuestion['panels'][number]) => [
  { label: text('Panel'), value: <Identifier value={cloudId} of="panel" /> },
  { label: text('ColumnState'), value: <ThingState of={state} /> },
  {
    label: text('Company'),
    value: (
      <>
        <Identifier of="company" value={companySapNumber}>
          {companyName}
        </Identifier>{' '}
        ({companySapNumber})
      </>
    ),
  },
  { label: text('RemotePortalId'), value: <span className="mono">{remoteId}</span> },
]

const factsOfMany = (panels: FlagQuestion['panels']) => [
  { label: text('Caption'), value: <Said>{list(panels.map((each) => each.cloudId))}</Said> },
  { label: text('States'), value: listCounted(panels.map((each) => sayCounted(each.state))) },
  { label: text('Companies'), value: listCounted(panels.map((each) => each.companyName)) },
]
