import type { TimelineChange } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { sourceName } from '@support-console/contract/observed.words'
import { changeName, type SaidPart, shownValue } from '@support-console/contract/timeline.said'
import type { ReactNode } from 'react'
import { Link } from '../../kit/link.tsx'
import { phoneNumber } from '../../kit/sim-id/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Said } from '../../ui/thing.tsx'
import { text } from './texts.ts'
import styles from './timeline.module.css'

/** A sentence of the timeline: its things lead to their places, and what was is no more. */
export function SaidParts({ parts }: { readonly parts: readonly SaidPart[] }) {
  return parts.map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, which never move
    return <Part key={place} part={part} />
  })
}

function Part({ part }: { readonly part: SaidPart }): ReactNode {
  if (typeof part === 'string') return <Said>{part}</Said>
  switch (part.as) {
    case 'strong':
    case 'after':
      return <strong>{part.text}</strong>
    case 'before':
      return <s className="faint">{part.text}</s>
    case 'value':
      return part.text
    case 'thing':
      return <Identifier value={part.id} of={part.kind} />
    case 'outage':
      return <Link to={addresses.outages(part.id)}>{part.text}</Link>
    case 'duration':
      return sayDuration(part.from, part.to)
    case 'time':
      return <time dateTime={part.at}>{sayShortly(part.at)}</time>
  }
}

interface ChangesProps {
  readonly id: string
  /** Who tells of it where nothing else is said. */
  readonly teller: string
  readonly changes: readonly TimelineChange[]
}

/** What is otherwise, field by field, and who else said the same. */
export function Changes({ id, teller, changes }: ChangesProps) {
  const hasTellers = changes.some(({ source }) => source !== '')
  return (
    <div id={id} className={`scroll-x ${styles.changes}`}>
      <table className="listing edged">
        <thead>
          <tr>
            <th scope="col">{text('ColumnField')}</th>
            <th scope="col">{text('ColumnBefore')}</th>
            <th scope="col">{text('ColumnAfter')}</th>
            {hasTellers && <th scope="col">{text('ColumnAlsoBy')}</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.source} ${change.field} ${change.after}`}>
              <th scope="row" className="regular to-start">
                {change.source !== '' && change.source !== teller
                  ? text('FieldOf', { source: sourceName(change.source), field: changeName(change) })
                  : changeName(change)}
              </th>
              <td>
                <s className="faint">
                  <Value of={change} which="before" />
                </s>
              </td>
              <td>
                <Value of={change} which="after" />
              </td>
              {hasTellers && <td>{change.alsoBy.map(sourceName).join(', ') || text('NoOtherSource')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value({
  of,
  which,
}: {
  readonly of: TimelineChange
  readonly which: 'before' | 'after'
}): ReactNode {
  const shown = shownValue(of, which)
  if (shown === '') return text('Nothing')
  if (of.source === '') return shown
  if (of.field === 'iccid') return <Identifier value={shown} of="sim" />
  if (of.field === 'imei') return <Identifier value={shown} kind="imei" />
  return of.field === 'phoneNumber' ? phoneNumber(shown) : shown
}
