import type { SimSource } from '@support-console/contract'
import { useState } from 'react'
import type { Observed, ObservedSources } from '../../kit/observed/index.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { list } from '../../ui/listed.ts'
import type { ComparedField, ComparedValue } from './compare.ts'
import { ComparedValueText } from './compared-value.tsx'
import styles from './comparison.module.css'
import { SourceHead } from './source-head.tsx'
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
  // On a thing's page what agrees is one line, and so is what one source alone has.
  const shared = compared.filter((field) => field.shared && (!isBlock || field.differs))
  const rest = compared.filter((field) => !shared.includes(field))
  return (
    <table className={`listing ${styles.table}`}>
      <caption className="visually-hidden">{text('TableCaption', { simId })}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.fieldHead}>
            {text('Field')}
          </th>
          {sources.map((source) => (
            <th key={source} scope="col" className={`ink ${styles.sourceHead}`}>
              <SourceHead {...props} source={source} />
            </th>
          ))}
          <th scope="col" className={styles.aloneHead}>
            {text('WhoIsAlone')}
          </th>
        </tr>
      </thead>
      {(!isBlock || shared.length > 0) && <Rows {...props} fields={shared} isFirst />}
      {rest.length > 0 && (
        <tbody>
          <tr>
            <th scope="rowgroup" colSpan={5} className={`label quiet sunken to-start ${styles.divider}`}>
              {isBlock ? (
                <Button
                  look="quiet"
                  size="tool"
                  className={styles.rest}
                  aria-expanded={isOpen}
                  onPress={() => setOpen(!isOpen)}
                >
                  {sayRest(rest)}
                </Button>
              ) : (
                text('FieldsOfOneSource')
              )}
            </th>
          </tr>
        </tbody>
      )}
      {isOpen && <Rows {...props} fields={rest} isFirst={false} />}
    </table>
  )
}

/** 'Phone number and Online status agree · 6 fields of one source only' */
function sayRest(rest: readonly ComparedField[]): string {
  const agreeing = rest.filter(({ shared }) => shared).map(({ key }) => text(key))
  const count = rest.length - agreeing.length
  return [
    ...(agreeing.length > 0 ? [text('Agree', { fields: list(agreeing) })] : []),
    ...(count > 0 ? [text('CountOfOneSource', { count })] : []),
  ].join(' · ')
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
          <th scope="row" className={`regular quiet to-start ${styles.rowHead}`}>
            {text('NothingDiffers')}
          </th>
          <td colSpan={4} className={`to-start ${styles.cell}`} />
        </tr>
      </tbody>
    )
  return (
    <tbody>
      {fields.map((field) => (
        <tr key={field.key} className={styles.row}>
          <th
            scope="row"
            className={classes(
              'regular quiet',
              'to-start',
              styles.rowHead,
              field.differs && `relative ${styles.differsHead}`,
            )}
          >
            <span className={field.differs ? 'strong ink' : undefined}>{text(field.key)}</span>
          </th>
          {sources.map((source) => (
            <Cell key={source} {...props} source={source} field={field} />
          ))}
          <td className={classes('to-start', styles.cell, 'strong caution', styles.alone)}>
            {sayAlone(field, props)}
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** The system whose word stands alone; where each says something else, all of them. */
function sayAlone({ differs, values }: ComparedField, { states, simId }: TableProps): string {
  if (!differs) return ''
  const odd = sources.find((source) => values[source].stands === 'odd-one-out')
  if (odd) return nameOf(odd, states, simId).short
  const count = sources.filter((source) => values[source].stands === 'differs').length
  return text(count > 2 ? 'AllThree' : 'BothDiffer')
}

function Cell({
  source,
  field,
  ...props
}: TableProps & {
  readonly source: SimSource
  readonly field: ComparedField
}) {
  const { states, simId } = props
  const state = states[source]
  const value = field.values[source]
  return (
    <td
      data-source={nameOf(source, states, simId).short}
      className={classes(
        'to-start',
        styles.cell,
        value.stands !== 'agrees' && styles.tinted,
        !value.belongs && styles.foreign,
      )}
    >
      {(isSettled(state) && !failureOf(state)) || !value.belongs ? (
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
          isComing={!isSettled(state)}
        />
      )}
    </td>
  )
}

/** What the system last said, where its answer is waited for, or did not come. */
function LastValue({
  field,
  value,
  of,
  isComing,
}: {
  readonly field: ComparedField['key']
  readonly value: ComparedValue
  readonly of: Observed | undefined
  readonly isComing: boolean
}) {
  if (!of?.fields)
    return isComing ? (
      <span className={`block rounded late ${styles.bar}`} />
    ) : (
      <span className="faint">–</span>
    )
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
