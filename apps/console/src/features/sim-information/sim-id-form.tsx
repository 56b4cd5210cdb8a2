import { isIccid, luhnFits, normaliseIccid } from '@support-console/contract/iccid'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './sim-information.module.css'
import { text } from './texts.ts'

/** What is wrong with a SIM ID (D24), in a sentence; a check digit that does not fit is no error. */
function problemOf(typed: string): string | undefined {
  const simId = normaliseIccid(typed)
  const other = /[^\d]+/.exec(simId)?.[0]
  if (other !== undefined) return text('SimIdNotDigits', { found: other.slice(0, 12) })
  return isIccid(simId) ? undefined : text('SimIdLength', { count: simId.length })
}

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
  const bare = normaliseIccid(simId)
  const doubtful = isIccid(bare) && !luhnFits(bare)
  return (
    <Form className={styles.form} onSubmit={onCompare}>
      <div className={styles.search}>
        <IdentifierField
          className={styles.simId}
          label={text('SimId')}
          name="simId"
          kind="iccid"
          value={simId}
          onChange={onChange}
          shouldAlwaysShowErrors={isFromAddress}
          help={doubtful ? undefined : text('SimIdHelp')}
          checks={{ isRequired: true, check: (value) => (value === '' ? undefined : problemOf(value)) }}
        />
        <Button type="submit" look="primary" isBusy={isBusy} busyText={text('Comparing')}>
          {text('Compare')}
        </Button>
      </div>
      {doubtful && (
        <p className={styles.warning} role="status">
          <StateMark kind="warn" size={12} />
          {text('CheckDigitWarning')}
        </p>
      )}
    </Form>
  )
}
