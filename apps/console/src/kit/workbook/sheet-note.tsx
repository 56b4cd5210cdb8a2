import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { Select } from '../../ui/select/select.tsx'
import type { SheetChoice, SheetFacts } from './list-file.ts'
import { text } from './refused.ts'
import styles from './workbook.module.css'

interface SheetNoteProps {
  readonly facts: SheetFacts | undefined
  /** Undefined: the file is not at hand any more. */
  readonly onChoose: ((choice: SheetChoice) => void) | undefined
  readonly disabledReason?: string | undefined
}

/** Which sheet of a workbook was read, what of it was left out, and the other ways to read it (D42). */
export function SheetNote({ facts, onChoose, disabledReason }: SheetNoteProps) {
  if (!facts) return null
  const { sheet, sheets, hidden, includesHidden, passedOver } = facts
  const hasHidden = hidden.rows + hidden.columns > 0
  const offered = sheets.flatMap(({ name, isHidden, hasCells }, at) =>
    hasCells ? { value: String(at), label: isHidden ? text('HiddenSheet', { name }) : name } : [],
  )
  if (!hasHidden && offered.length < 2) return null
  return (
    <div className={`stack starts gap-8 ${styles.note}`}>
      {passedOver !== undefined && (
        <p>{text('ReadInstead', { open: passedOver, sheet: sheets[sheet]?.name ?? '' })}</p>
      )}
      {hasHidden && (
        <div className="row wrap gap-4-8" role="status">
          <StateMark kind={includesHidden ? 'warn' : 'info'} size={12} />
          <span>{text(includesHidden ? 'Included' : 'LeftOut', { what: sayHidden(hidden) })}</span>{' '}
          {onChoose ? (
            <Button
              size="tool"
              disabledReason={disabledReason}
              onPress={() => onChoose({ sheet, includesHidden: !includesHidden })}
            >
              {text(includesHidden ? 'LeaveOut' : 'Include')}
            </Button>
          ) : (
            <span>{text('ChooseAgain')}</span>
          )}
        </div>
      )}
      {onChoose && offered.length > 1 && (
        <Select
          className={styles.sheets}
          label={text('Sheet')}
          size="tool"
          options={offered}
          value={String(sheet)}
          disabledReason={disabledReason}
          // Another sheet hides other things.
          onChange={(at) => Number(at) !== sheet && onChoose({ sheet: Number(at), includesHidden: false })}
        />
      )}
    </div>
  )
}

/** '2 rows and 1 column' */
export function sayHidden({ rows, columns }: SheetFacts['hidden']): string {
  const said = [
    rows > 0 && (rows === 1 ? text('OneRow') : text('Rows', { count: rows })),
    columns > 0 && (columns === 1 ? text('OneColumn') : text('Columns', { count: columns })),
  ].filter((part) => part !== false)
  const [first = '', second] = said
  return second === undefined ? first : text('RowsAndColumns', { rows: first, columns: second })
}
