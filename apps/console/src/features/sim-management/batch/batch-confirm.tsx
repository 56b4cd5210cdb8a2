import type { CheckedBatchRow, Why } from '@support-console/contract'
import { sayCounted, sayWord } from '../../../kit/thing-state/index.ts'
import { useWhy, WhyFields } from '../../../kit/why/index.ts'
import type { SheetFacts } from '../../../kit/workbook/list-file.ts'
import { sayHidden } from '../../../kit/workbook/sheet-note.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { counted, listCounted } from '../../../ui/listed.ts'
import { text } from '../texts.ts'

interface BatchConfirmProps {
  readonly isOpen: boolean
  /** All rows of the file; those that are Ready will be asked. */
  readonly rows: readonly CheckedBatchRow[]
  /** Of a workbook: the sheet, and what of it counts (D42). */
  readonly facts: SheetFacts | undefined
  /** Resolves with whether it has begun. */
  readonly onConfirm: (why: Why) => Promise<boolean>
  readonly onCancel: () => void
}

/** Asks before a batch: how many SIMs, whose, at which carriers, and what cannot be undone (2.4). */
export function BatchConfirm({ isOpen, rows, facts, onConfirm, onCancel }: BatchConfirmProps) {
  const ready = rows.filter((row) => row.status.startsWith('Ready'))
  const losses = counted(ready.map((row) => row.cannotUndo).filter((sentence) => sentence !== ''))
  const leftOut = rows.length - ready.length
  const why = useWhy(ready.map(({ iccid }) => iccid).join(' '))
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
      onConfirm={why.guard(onConfirm)}
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
          ...(facts ? [{ label: text('SheetRead'), value: saySheet(facts) }] : []),
          {
            label: text('Carriers'),
            value: listCounted(ready.map((row) => row.carrierName ?? text('TheCarrier'))),
          },
          { label: text('States'), value: listCounted(ready.map(({ simState }) => sayStateOf(simState))) },
          {
            label: text('Companies'),
            value: listCounted(ready.map((row) => row.companyName ?? text('NoCompanyShort'))),
          },
        ]}
      />
      <WhyFields of={why} />
    </ConfirmDialog>
  )
}

const sayStateOf = (state: CheckedBatchRow['simState']) => (state ? sayCounted(state) : sayWord('not-known'))

/** 'Swap, without 2 rows that are hidden or filtered out' */
function saySheet({ sheets, sheet, hidden, includesHidden }: SheetFacts): string {
  const name = sheets[sheet]?.name ?? ''
  if (hidden.rows + hidden.columns === 0) return name
  return text(includesHidden ? 'SheetWith' : 'SheetWithout', { sheet: name, what: sayHidden(hidden) })
}
