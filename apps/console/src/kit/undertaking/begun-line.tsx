import { pageOf } from '@support-console/contract/addresses'
import { begunLine } from '../../texts/en-US/begun-line.ts'
import { textsOf } from '../../texts/text.ts'
import { sayTimeToday } from '../../ui/local-time.ts'
import { Said } from '../../ui/thing.tsx'
import { Link } from '../link.tsx'
import { WhyLine } from '../why/index.ts'

const text = textsOf(begunLine)

interface BegunLineProps {
  readonly of: {
    readonly reason?: string | undefined
    readonly ticket?: string | undefined
    readonly createdAt: string
    readonly createdBy: string
    readonly stoppedAt: string | null
    readonly stoppedBy: string | null
    readonly transactionId: string
  }
}

/** Why, when and by whom lasting work was begun and stopped, and its transaction. */
export function BegunLine({ of: work }: BegunLineProps) {
  const { reason, ticket, createdAt, createdBy, stoppedAt, stoppedBy, transactionId } = work
  return (
    <>
      <WhyLine reason={reason} ticket={ticket} />{' '}
      <Said>{text('BegunBy', { time: sayTimeToday(createdAt), who: createdBy })}</Said>{' '}
      {stoppedAt !== null && (
        <Said>{text('StoppedBy', { who: stoppedBy ?? '', time: sayTimeToday(stoppedAt) })}</Said>
      )}{' '}
      <Link to={pageOf('transaction', transactionId)}>{text('Transaction')}</Link>
    </>
  )
}
