import type { Panel } from '@support-console/contract'
import { culture } from '../../texts/languages.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { list, listCounted } from '../../ui/listed.ts'
import { Said } from '../../ui/thing.tsx'
import { text } from './texts.ts'

export interface FlagQuestion {
  /** Those that would be switched. */
  panels: readonly Panel[]
  /** What they would be switched to. */
  wanted: boolean
  /** How many of the selected ones are as wanted already, or cannot be switched. */
  leftOut: number
}

interface ConfirmFlagProps {
  /** What is or was asked. */
  readonly question: FlagQuestion | null
  readonly isOpen: boolean
  readonly onConfirm: (question: FlagQuestion) => void
  readonly onCancel: () => void
}

/** Asks before management of panels in the Remote Portal is switched (8): which or how many, whose, what it means. */
export function ConfirmFlag({ question, isOpen, onConfirm, onCancel }: ConfirmFlagProps) {
  if (!question) return null
  const { panels, wanted, leftOut } = question
  const [panel] = panels
  const isOne = panels.length === 1
  const about = { cloudId: panel?.cloudId ?? '', count: panels.length.toLocaleString(culture) }
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
      consequences={[
        ...(wanted
          ? [text(isOne ? 'DisableMeans' : 'DisableManyMeans'), text('DisableBack')]
          : [text(isOne ? 'EnableMeans' : 'EnableManyMeans')]),
        ...(leftOut > 0
          ? [text(wanted ? 'LeftOutDisabled' : 'LeftOutEnabled', { count: leftOut.toLocaleString(culture) })]
          : []),
      ]}
      verb={text(wanted ? 'DisableVerb' : 'EnableVerb')}
      isDanger={wanted}
      onConfirm={() => onConfirm(question)}
      onCancel={onCancel}
    >
      <Facts facts={isOne && panel ? factsOf(panel) : factsOfMany(panels)} />
    </ConfirmDialog>
  )
}

const factsOf = ({ cloudId, companyName, companySapNumber, remoteId }: Panel) => [
  { label: text('Panel'), value: <Identifier value={cloudId} of="panel" /> },
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

const factsOfMany = (panels: readonly Panel[]) => [
  { label: text('Caption'), value: <Said>{list(panels.map((each) => each.cloudId))}</Said> },
  { label: text('Companies'), value: listCounted(panels.map((each) => each.companyName)) },
]
