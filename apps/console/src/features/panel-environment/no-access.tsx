import type { ApiError } from '../../api/index.ts'
import { text as everyText } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Callout } from '../../ui/callout.tsx'

/** A call that was refused with 403 (6, 8). */
export function NoAccess({ transactionId }: { readonly transactionId: string }) {
  return (
    <Callout kind="error" title={everyText('NoAccess')}>
      {everyText('PleaseContactAdmin')}
      <TransactionLine id={transactionId} />
    </Callout>
  )
}

/** Why something could not be read; nothing where it could. */
export function ReadFailure({ error }: { readonly error: ApiError | null }) {
  if (!error) return null
  if (error.httpStatus === 403) return <NoAccess transactionId={error.transactionId} />
  return <CallBanner call={{ status: 'rejected', error }} />
}
