import type { ApiError } from '../../api/index.ts'
import { text as everyText } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Callout } from '../../ui/callout.tsx'

/** A call that was refused with 403 (6, 8), and who refused it. */
export function NoAccess({ error }: { readonly error: ApiError }) {
  return (
    <Callout kind="error" title={everyText('NoAccess')}>
      {everyText('PleaseContactAdmin')}
      <p>{error.message}</p>
      <TransactionLine id={error.transactionId} />
    </Callout>
  )
}

/** Why something could not be read; nothing where it could. */
export function ReadFailure({ error }: { readonly error: ApiError | null }) {
  if (!error) return null
  if (error.httpStatus === 403) return <NoAccess error={error} />
  return <CallBanner call={{ status: 'rejected', error }} />
}
