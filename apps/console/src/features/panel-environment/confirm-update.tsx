import type { Why } from '@support-console/contract'
import { ThingState } from '../../kit/thing-state/index.ts'
import { kindName } from '../../kit/thing-words.ts'
import { useWhy, WhyFields } from '../../kit/why/index.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { printed } from './environments.ts'
import { text } from './texts.ts'
import type { Update } from './use-pathfinder.ts'

interface ConfirmUpdateProps {
  readonly update: Update | null
  readonly isOpen: boolean
  /** Resolves with whether the panel points there. */
  readonly onConfirm: (why: Why) => Promise<boolean>
  readonly onCancel: () => void
}

/** Asks before an update (8): which panel, from where, to where, and what follows. */
export function ConfirmUpdate({ update, isOpen, onConfirm, onCancel }: ConfirmUpdateProps) {
  const why = useWhy(update ? `${update.physicalId} ${update.to}` : '')
  if (!update) return null
  const [from, to] = [printed(update.from), printed(update.to)]
  const consequences = [
    text('UpdateMeans', { from, to }),
    ...(update.from === 'prod' ? [text('UpdateMeansProd')] : []),
    ...(update.to === 'prod' ? [text('UpdateMeansToProd')] : []),
  ]
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={text('UpdateQuestion', { to })}
      consequences={consequences}
      verb={text('UpdateVerb')}
      isDanger={update.from === 'prod'}
      onConfirm={why.guard(onConfirm)}
      onCancel={onCancel}
    >
      <Facts
        facts={[
          { label: text('PhysicalPanelId'), value: <span className="mono">{update.physicalId}</span> },
          ...(update.panel ? factsOf(update.panel) : []),
          { label: text('From'), value: <strong>{from}</strong> },
          { label: text('To'), value: <strong>{to}</strong> },
        ]}
      />
      <WhyFields of={why} />
    </ConfirmDialog>
  )
}

const factsOf = ({ cloudId, state }: NonNullable<Update['panel']>) => [
  { label: kindName('panel'), value: <Identifier value={cloudId} of="panel" /> },
  { label: text('State'), value: <ThingState of={state} /> },
]
