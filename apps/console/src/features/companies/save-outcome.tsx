import { type CompanyMode, companyFields, isFixed, pathOf } from '@support-console/contract/companies.words'
import type { ApiError } from '../../api/index.ts'
import type { Failure } from '../../api/use-change.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import type { CompanyDraft } from './draft.ts'
import styles from './save-bar.module.css'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** Fields that are shown as checkboxes, or fixed, have no place of their own for a complaint. */
const hasPlace = (field: string, mode: CompanyMode, { networkModel }: CompanyDraft): boolean =>
  /^companySubnets(\.\d+(\.(domainIp|cidr))?)?$/.test(field) ||
  Object.values(companyFields).some(
    ({ key, kind }) => pathOf(key) === field && kind !== 'flag' && !isFixed(key, mode, networkModel),
  )

/** Why a save failed, what that means for the input, and what the server said of fields that are not shown. */
export function SaveOutcome({ failure: { error: failure, open } }: { readonly failure: Failure }) {
  const { mode, draft } = useForm()
  const isServers = failure.httpStatus >= 500 || open === 'busy'
  const others = failure.issues.filter(({ field }) => !hasPlace(field, mode, draft))
  return (
    <CallBanner
      call={{ status: 'rejected', error: saidOf(failure) }}
      footnote={
        <>
          <p>{text(open === 'lost' ? 'SaveLost' : isServers ? 'SaveFailed' : 'SaveRefused')}</p>
          {others.length > 0 && (
            <ul className={styles.others}>
              {others.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  <code>{field}</code> {message}
                </li>
              ))}
            </ul>
          )}
          <TransactionLine id={failure.transactionId} />
        </>
      }
    />
  )
}

/** What the server complains of stands at its fields; its own sentence would name them as they travel. */
function saidOf({ kind, httpStatus, statusText, message, transactionId, issues }: ApiError) {
  const said = issues.length > 0 ? text('SaveInvalid') : message
  return { kind, httpStatus, statusText, message: said, transactionId }
}
