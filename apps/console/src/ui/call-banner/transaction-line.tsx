import { text } from '../../texts/text.ts'
import { Identifier } from '../identifier.tsx'
import styles from './transaction-line.module.css'

/** The id under which a failed call is found in the logs and at the neighbours (R32), short for the eye, to copy. */
export function TransactionLine({ id }: { readonly id: string }) {
  return (
    <p className={`row wrap gap-0-6 small quiet ${styles.line}`}>
      {text('TransactionId')}{' '}
      <Identifier value={id} of="transaction" isShort copyName={text('TransactionId')} showsCopy />
    </p>
  )
}
