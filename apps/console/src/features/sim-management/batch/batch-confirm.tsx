import type { CheckedBatchRow } from '@support-console/contract'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { text } from '../texts.ts'

/** Names shown at most; a batch can cut off a hundred companies. */
const mostNames = 5

interface BatchConfirmProps {
  readonly isOpen: boolean
  /** All rows of the file; those that are Ready will be asked. */
  readonly rows: readonly CheckedBatchRow[]
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before a batch: how many SIMs, whose, at which carriers, and what cannot be undone (2.4). */
export function BatchConfirm({ isOpen, rows, onConfirm, onCancel }: BatchConfirmProps) {
  const ready = rows.filter((row) => row.status.startsWith('Ready'))
  const losses = counted(ready.map((row) => row.cannotUndo).filter((sentence) => sentence !== ''))
  const leftOut = rows.length - ready.length
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={ready.length === 1 ? text('BatchQuestionOne') : text('BatchQuestion', { count: ready.length })}
      caution={text('DeactivateCaution')}
      consequences={[
        text(ready.length === 1 ? 'CutOff' : 'CutOffMany'),
        ...losses.map(([sentence, count]) => text('LostFor', { count, sentence })),
      ]}
      verb={text('Deactivate')}
      isDanger
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Facts
        facts={[
          {
            label: text('Sims'),
            value: [
              ready.length,
              ...(leftOut > 0
                ? [leftOut === 1 ? text('LeftOutOne') : text('LeftOut', { count: leftOut })]
                : []),
            ].join(', '),
          },
          {
            label: text('Carriers'),
            value: listed(ready.map((row) => row.carrierName ?? text('TheCarrier'))),
          },
          {
            label: text('Companies'),
            value: listed(ready.map((row) => row.companyName ?? text('NoCompanyShort'))),
          },
        ]}
      />
    </ConfirmDialog>
  )
}

/** Each name with how often it stands there, the most frequent first. */
function counted(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}

function listed(names: readonly string[]): string {
  const all = counted(names)
  const shown = all.slice(0, mostNames).map(([name, count]) => text('Counted', { name, count }))
  if (all.length > mostNames) shown.push(text('AndMore', { count: all.length - mostNames }))
  return shown.join(', ')
}
