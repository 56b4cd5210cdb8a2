import { carrierNames, prefixOf } from '@support-console/contract/carriers'
import { isIccid, luhnFits, normaliseIccid } from '@support-console/contract/iccid'
import { simId as texts } from '../../texts/en-US/sim-id.ts'
import { textsOf } from '../../texts/text.ts'
import { IdentifierField } from '../../ui/form/identifier-field.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './sim-id.module.css'

const text = textsOf(texts)

/** What is wrong with a SIM ID (D24), in a sentence; a check digit that does not fit is no error. */
export function simIdProblem(typed: string): string | undefined {
  const simId = normaliseIccid(typed)
  const other = /[^\d]+/.exec(simId)?.[0]
  if (other !== undefined) return text('SimIdNotDigits', { found: other.slice(0, 12) })
  return isIccid(simId) ? undefined : text('SimIdLength', { count: simId.length })
}

/** Whether it is a SIM ID whose check digit does not fit. */
export function isDoubtful(typed: string): boolean {
  const bare = normaliseIccid(typed)
  return isIccid(bare) && !luhnFits(bare)
}

/** Below the field: what a SIM ID is; of one that fits, which carrier its prefix names (5). */
function helpFor(simId: string): string {
  if (!isIccid(simId)) return text('SimIdHelp')
  const named = prefixOf(simId)
  if (!named) return text('VendorByInventory')
  return text('VendorByPrefix', { carrier: carrierNames[named.code], prefix: named.prefix })
}

/** The field for a SIM ID, required, with its checks (5, D24). */
export function SimIdField({
  simId,
  onChange,
  isFromAddress,
  hasHelp = true,
  className,
}: {
  readonly simId: string
  readonly onChange: (simId: string) => void
  /** What a link brought is checked at once; what is typed, when it is whole. */
  readonly isFromAddress: boolean
  readonly hasHelp?: boolean
  readonly className?: string | undefined
}) {
  return (
    <IdentifierField
      className={className}
      label={text('SimId')}
      isStart
      name="simId"
      kind="iccid"
      value={simId}
      onChange={onChange}
      shouldAlwaysShowErrors={isFromAddress}
      help={hasHelp && !isDoubtful(simId) ? helpFor(simId) : undefined}
      checks={{ isRequired: true, check: (value) => (value === '' ? undefined : simIdProblem(value)) }}
    />
  )
}

/** Below the field, where `isDoubtful`. */
export function CheckDigitWarning() {
  return (
    <p className={`flex start gap-6 small caution ${styles.warning}`} role="status">
      <StateMark kind="warn" size={12} />
      {text('CheckDigitWarning')}
    </p>
  )
}
