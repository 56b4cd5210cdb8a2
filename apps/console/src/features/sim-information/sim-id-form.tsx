import { CheckDigitWarning, isDoubtful, SimIdField } from '../../kit/sim-id/index.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import styles from './sim-information.module.css'
import { text } from './texts.ts'

/** The search form (specification 2.5): a SIM ID and the Compare button. */
export function SimIdForm({
  simId,
  onChange,
  onCompare,
  isBusy,
  isFromAddress,
}: {
  readonly simId: string
  readonly onChange: (simId: string) => void
  readonly onCompare: () => void
  readonly isBusy: boolean
  /** What a link brought is checked at once; what somebody types, when he is done. */
  readonly isFromAddress: boolean
}) {
  return (
    <Form className={styles.form} onSubmit={onCompare}>
      <div className={styles.search}>
        <SimIdField
          className={styles.simId}
          simId={simId}
          onChange={onChange}
          isFromAddress={isFromAddress}
        />
        <Button type="submit" look="primary" isBusy={isBusy} busyText={text('Comparing')}>
          {text('Compare')}
        </Button>
      </div>
      {isDoubtful(simId) && <CheckDigitWarning />}
    </Form>
  )
}
