import type { ApiError } from '../../api/index.ts'
import { openOutcome } from '../../api/use-change.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import styles from './company-form.module.css'
import { fields } from './fields.ts'
import { text } from './texts.ts'

/** Fields that have no place of their own for a complaint. */
const shownNowhere = new Set(
  Object.values(fields)
    .map(({ path }) => path)
    .filter((path) => /Onboarded|ReadOnly|Enabled|rpsControlSettings/.test(path)),
)
const hasPlace = (field: string): boolean =>
  /^companySubnets(\.\d+(\.(domainIp|cidr))?)?$/.test(field) ||
  (Object.values(fields).some(({ path }) => path === field) && !shownNowhere.has(field))

/** Why a save failed, what that means for the input, and what the server said of fields that are not shown. */
export function SaveOutcome({ failure }: { readonly failure: ApiError }) {
  const open = openOutcome(failure)
  const isServers = failure.httpStatus >= 500 || open === 'busy'
  const others = failure.issues.filter(({ field }) => !hasPlace(field))
  return (
    <CallBanner
      call={{ status: 'rejected', error: failure }}
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
