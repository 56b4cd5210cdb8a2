import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons/icon.tsx'
import { Cut } from '../../ui/identifier.tsx'
import { seenOf } from '../../ui/identifier-text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Link } from '../link.tsx'
import styles from './log-search.module.css'
import { logShapes } from './log-shapes.tsx'
import { text } from './texts.ts'
import { printedOffset, timeParts } from './times.ts'

/** A time to the second; with the offset behind it where that is not the header's. */
export function timeOf(iso: string, headerOffset?: string): ReactNode {
  const { day, time, offset } = timeParts(iso)
  return (
    <time className={`nowrap mono ${styles.time}`} dateTime={iso}>
      <span>{day}</span> {time}
      {headerOffset !== undefined && offset !== headerOffset && <span> {printedOffset(offset)}</span>}
    </time>
  )
}

/** A transaction's id leads to all that happened in it. `to`: in the log, with the frame or without. */
export function TransactionLink({
  transactionId,
  to,
}: {
  readonly transactionId: string
  readonly to: string
}) {
  return (
    <Tooltip tip={<span className="mono">{transactionId}</span>} isDescription={false}>
      <Link className="mono" to={to} aria-label={text('OpenTransaction', { id: transactionId })}>
        <Cut value={transactionId} seen={seenOf('guid')} />
      </Link>
    </Tooltip>
  )
}

interface OtherLogLinkProps {
  /** Where the other log tells of this transaction. */
  readonly to: string
  /** 'User actions of transaction …' */
  readonly name: string
  readonly log: keyof typeof logShapes
}

/** Beside a transaction's id: the same transaction in the other log. */
export function OtherLogLink({ to, name, log }: OtherLogLinkProps) {
  return (
    <Link className="sign" to={to} aria-label={name} title={name}>
      <Icon>{logShapes[log]}</Icon>
    </Link>
  )
}
