import type { SimSource } from '@support-console/contract'
import { useState } from 'react'
import type { Observed, ObservedSources } from '../../kit/observed/index.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import type { ComparedField, ComparedValue } from './compare.ts'
import { ComparedValueText } from './compared-value.tsx'
import styles from './comparison.module.css'
import { SourceFailure, SourceHead } from './source-head.tsx'
import { answersOf, failureOf, isSettled, nameOf } from './sources.ts'
import { text } from './texts.ts'
import { type States, sources } from './use-sources.ts'

interface TableProps {
  readonly simId: string
  readonly states: States
  readonly compared: readonly ComparedField[]
  readonly onRetry: (source: SimSource, system: string) => void
  /** What each system last said before, by its name. */
  readonly observed: ObservedSources
  /** One block of a page: each source says how old its word is and can be asked again; fields of one source are folded. */
  readonly isBlock: boolean
}

/**
 * One table, a column per source, so that equal fields stand in one line. A source that failed says so once, over all
 * its rows. On a narrow page the same table becomes one block per field (brief, three-way compare).
 */
export function ComparisonTable(props: TableProps) {
  const { simId, compared, isBlock } = props
  const [isOpen, setOpen] = useState(!isBlock)
  const shared = compared.filter((field) => field.shared)
  const single = compared.filter((field) => !field.shared)
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{text('TableCaption', { simId })}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes(styles.head, styles.fieldHead)}>
            {text('Field')}
          </th>
          {sources.map((source) => (
            <th key={source} scope="col" className={classes(styles.head, styles.sourceHead)}>
              <SourceHead {...props} source={source} />
              <div className={styles.narrowFailure}>
                <SourceFailure {...props} source={source} />
              </div>
            </th>
          ))}
        </tr>
      </thead>
      <Rows {...props} fields={shared} isFirst />
      {single.length > 0 && (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={4} className={styles.divider}>
              {isBlock ? (
                <Button look="quiet" size="tool" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
                  {text(single.length === 1 ? 'OneFieldOfOneSource' : 'CountOfOneSource', {
                    count: single.length,
                  })}
                </Button>
              ) : (
                text('FieldsOfOneSource')
              )}
            </th>
          </tr>
        </tbody>
      )}
      {isOpen && <Rows {...props} fields={single} isFirst={false} />}
    </table>
  )
}

function Rows({
  fields,
  isFirst,
  ...props
}: TableProps & { readonly fields: readonly ComparedField[]; readonly isFirst: boolean }) {
  // Something must carry a failure or say why there is nothing to see.
  if (fields.length === 0 && isFirst)
    return (
      <tbody>
        <tr>
          <th scope="row" className={styles.rowHead}>
            {text('NothingDiffers')}
          </th>
          {sources.map((source) => (
            <td key={source} className={classes(styles.cell, styles.foreign)}>
              <SourceFailure {...props} source={source} />
            </td>
          ))}
        </tr>
      </tbody>
    )
  return (
    <tbody>
      {fields.map((field, i) => (
        <tr key={field.key} className={styles.row}>
          <th scope="row" className={classes(styles.rowHead, field.differs && styles.differsHead)}>
            <span className={field.differs ? styles.differsLabel : undefined}>{text(field.key)}</span>
            {field.differs && (
              <span className={`inline gap-4 ${styles.differsTag}`}>
                <StateMark kind="warn" size={12} />
                {text('Differs')}
              </span>
            )}
          </th>
          {sources.map((source) => (
            <Cell
              key={source}
              {...props}
              source={source}
              field={field}
              rows={fields.length}
              isFirstRow={isFirst && i === 0}
              isShared={isFirst}
            />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function Cell({
  source,
  field,
  rows,
  isFirstRow,
  isShared,
  ...props
}: TableProps & {
  readonly source: SimSource
  readonly field: ComparedField
  readonly rows: number
  readonly isFirstRow: boolean
  readonly isShared: boolean
}) {
  const { states, simId } = props
  const state = states[source]
  const value = field.values[source]
  if (failureOf(state) && isShared)
    return isFirstRow ? (
      <td rowSpan={rows} className={classes(styles.cell, styles.failed)}>
        <SourceFailure {...props} source={source} />
      </td>
    ) : null
  return (
    <td
      data-source={nameOf(source, states, simId).short}
      className={classes(
        styles.cell,
        value.stands !== 'agrees' && styles.tinted,
        !value.belongs && styles.foreign,
      )}
    >
      {isSettled(state) || !value.belongs ? (
        <ComparedValueText
          field={field.key}
          value={value}
          raw={field.key === 'deviceStatus' ? rawStatusOf(states, source) : undefined}
          company={source === 'connector' ? answersOf(states).connector?.sapCompanyId : undefined}
        />
      ) : (
        <LastValue
          field={field.key}
          value={value}
          of={props.observed.get(nameOf(source, states, simId).system)}
        />
      )}
      {value.stands === 'odd-one-out' && <span className={styles.odd}>{text('OddOneOut')}</span>}
    </td>
  )
}

/** What the system last said, where its answer is waited for. */
function LastValue({
  field,
  value,
  of,
}: {
  readonly field: ComparedField['key']
  readonly value: ComparedValue
  readonly of: Observed | undefined
}) {
  if (!of?.fields) return <span className={styles.bar} />
  const { [field]: last = '', rawStatus, sapCompanyId } = of.fields
  return (
    <span className={styles.last}>
      <ComparedValueText
        field={field}
        value={{ ...value, text: last, marks: [] }}
        raw={field === 'deviceStatus' ? rawStatus : undefined}
        company={sapCompanyId}
      />
    </span>
  )
}

function rawStatusOf(states: States, source: SimSource): string | undefined {
  const state = states[source]
  if (state.phase !== 'answered') return undefined
  const { mobileBrokerSimData, vendorSimData, connectorSimData } = state.detail
  return { mobileBroker: mobileBrokerSimData, vendor: vendorSimData, connector: connectorSimData }[source]
    ?.rawStatus
}
