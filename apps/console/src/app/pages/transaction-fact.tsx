import { text } from '../../texts/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Fact } from '../../ui/facts.tsx'

/** The id under which a failure is found in the logs, to copy: one of the facts of a message page. */
export function transactionFact(transactionId: string): Fact {
  return {
    label: text('TransactionId'),
    value: (
      <>
        <code>{transactionId}</code> <CopyButton value={transactionId} name={text('TransactionId')} />
      </>
    ),
  }
}
