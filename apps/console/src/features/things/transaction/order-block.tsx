import type { TransactionThing } from '@support-console/contract'
import { useMemo, useState } from 'react'
import { culture } from '../../../texts/languages.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Section } from '../../../ui/section.tsx'
import { sayWithheld } from '../../timeline/index.ts'
import { isError, type Part, partsOf } from './order.ts'
import { PartRow } from './part-row.tsx'
import { text } from './texts.ts'
import styles from './transaction.module.css'

interface OrderProps {
  readonly transaction: TransactionThing
  readonly isRunning: boolean
  /** What the head has said already. */
  readonly told: string
}

const isFold = ({ entries }: Part): boolean => entries.length > 1

/** 'In the order it happened': every part with its time on one common scale; the first that failed is open. */
export function Order({ transaction, isRunning, told }: OrderProps) {
  const parts = useMemo(() => partsOf(transaction), [transaction])
  const folds = parts.filter(isFold)
  /** Those that the reader has opened or closed. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [onlyErrors, setOnlyErrors] = useState(false)
  const firstError = parts.find((part) => isError(part) && isFold(part))?.key
  const isOpen = ({ key }: Part) => chosen.get(key) ?? key === firstError
  const closed = folds.filter((part) => !isOpen(part)).length
  const shown = onlyErrors ? parts.filter(isError) : parts
  const count = parts.reduce((sum, { entries }) => sum + entries.length, 0)
  const end = isRunning ? transaction.now : transaction.last
  const whole = Math.max(1, Date.parse(end) - Date.parse(transaction.began))
  /** So that its middle and its end differ. */
  const isLong = whole >= 200
  return (
    <Section
      title={text('Order')}
      state={
        <span className="quiet">
          {text(closed > 0 ? 'CountsFolded' : count === 1 ? 'CountsOne' : 'Counts', {
            count,
            folded: closed,
          })}
        </span>
      }
      actions={
        <>
          {parts.some(isError) && (
            <Checkbox checked={onlyErrors} onChange={setOnlyErrors}>
              {text('OnlyErrors')}
            </Checkbox>
          )}
          {folds.length > 0 && (
            <Button size="tool" onPress={() => setChosen(new Map(folds.map(({ key }) => [key, closed > 0])))}>
              {text(closed > 0 ? 'UnfoldAll' : 'FoldAll')}
            </Button>
          )}
        </>
      }
    >
      {transaction.hasEarlier && <p className={`quiet ${styles.withheld}`}>{text('Earlier')}</p>}
      {transaction.withheld.length > 0 && (
        <p className={`quiet ${styles.withheld}`}>{sayWithheld(transaction.withheld)}</p>
      )}
      {parts.length === 0 ? (
        <p className={`quiet ${styles.withheld}`}>
          <strong>{text('NoEntries')}</strong> {text('NoEntriesHint')}
        </p>
      ) : (
        <table className={`listing ${styles.order}`}>
          <thead className="heard-below-900">
            <tr>
              <th scope="col">{text('After')}</th>
              <th scope="col">{text('What')}</th>
              <th scope="col">{text('By')}</th>
              <td className={styles.scale} aria-hidden="true">
                <span className="flex between">
                  {isLong &&
                    [0, whole / 2, whole].map((at) => (
                      <span key={at}>
                        {text('Scale', {
                          seconds: (at / 1000).toLocaleString(culture, {
                            maximumFractionDigits: whole < 10_000 ? 1 : 0,
                          }),
                        })}
                      </span>
                    ))}
                </span>
              </td>
            </tr>
          </thead>
          {shown.map((part) => (
            <PartRow
              key={part.key}
              part={part}
              told={told}
              began={Date.parse(transaction.began)}
              whole={whole}
              isOpen={isOpen(part)}
              onToggle={() => setChosen(new Map([...chosen, [part.key, !isOpen(part)]]))}
            />
          ))}
        </table>
      )}
    </Section>
  )
}
