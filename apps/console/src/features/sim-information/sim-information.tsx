import { isIccid, normaliseIccid } from '@support-console/contract/iccid'
import { CheckDigitWarning, isDoubtful, SimIdField } from '../../kit/sim-id/index.ts'
import { Start } from '../../kit/skeleton/index.ts'
import { inPlace, useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { BillingReport } from './billing-report.tsx'
import { Comparison } from './comparison.tsx'
import styles from './sim-information.module.css'
import { isSettled } from './sources.ts'
import { text } from './texts.ts'
import { sources, useSources } from './use-sources.ts'

/**
 * SIM Information (specification 2.5). What is compared stands in the address (`simId`, `only=differences`, D25), so
 * that a colleague can be sent the link; opening it asks the three systems.
 */
export function SimInformation() {
  const { address, put } = useAddress()
  const inAddress = normaliseIccid(address.get('simId') ?? '')
  const {
    draft: typed,
    setDraft: setTyped,
    settle,
    isOfAddress,
  } = useAddressForm({ name: 'sim-information:sim-id', inAddress })
  const compared = isIccid(inAddress) ? inAddress : null
  const { states, compareAgain, retry } = useSources(compared)
  const onlyDifferences = address.get('only') === 'differences'

  const submit = () => {
    const simId = normaliseIccid(typed)
    settle(simId)
    // A new address is compared when it is there; the same one again by the click.
    if (simId === inAddress) compareAgain()
    else put({ simId })
  }
  const showOnlyDifferences = (only: boolean) => put({ only: only && 'differences' }, inPlace)

  return (
    <>
      <div className={`flex start wrap between below-20 ${styles.top}`}>
        <SimIdForm
          simId={typed}
          onChange={setTyped}
          onCompare={submit}
          isFromAddress={inAddress !== '' && isOfAddress}
          // Another SIM can be compared while a slow carrier is still thinking about this one.
          isBusy={
            states !== null && typed === compared && !sources.every((source) => isSettled(states[source]))
          }
        />
        <BillingReport />
      </div>
      {states && compared ? (
        <Comparison
          simId={compared}
          states={states}
          onlyDifferences={onlyDifferences}
          onOnlyDifferences={showOnlyDifferences}
          onRetry={retry}
        />
      ) : (
        <Start>{text('Start')}</Start>
      )}
    </>
  )
}

/** The search form (specification 2.5): a SIM ID and the Compare button. */
function SimIdForm({
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
  /** What a link brought is checked at once; what is typed, when it is whole. */
  readonly isFromAddress: boolean
}) {
  return (
    <Form isGuarded={false} className={styles.form} onSubmit={onCompare}>
      <div className={`field-row ${styles.search}`}>
        <SimIdField className="fill" simId={simId} onChange={onChange} isFromAddress={isFromAddress} />
        <Button
          type="submit"
          look="primary"
          className="beside-field"
          isBusy={isBusy}
          busyText={text('Comparing')}
        >
          {text('Compare')}
        </Button>
      </div>
      {isDoubtful(simId) && <CheckDigitWarning />}
    </Form>
  )
}
