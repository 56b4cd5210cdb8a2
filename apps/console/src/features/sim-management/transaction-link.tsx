import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import { text } from './texts.ts'

/** Leads to all that happened under a transaction (2.7). */
export function TransactionLink({ transactionId }: { readonly transactionId: string }) {
  return (
    <p className="small">
      <Link to={addresses.simActivity(transactionId)} title={transactionId}>
        {text('TransactionLink', { id: shortIdentifier(transactionId, 'guid') })}
      </Link>
    </p>
  )
}
