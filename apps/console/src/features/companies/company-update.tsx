import type { TimelineStep } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { asOf } from '@support-console/contract/moments.words'
import { Navigate, useParams } from 'react-router'
import { ApiError } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import actions from '../../ui/link-button.module.css'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import styles from './company-form.module.css'
import { CompanyForm } from './company-form.tsx'
import { draftOf } from './draft.ts'
import { useWayBack } from './form-head.tsx'
import { companyIdOf, textOf } from './from-address.ts'
import { putBack, saveIn } from './put-back.ts'
import { text } from './texts.ts'
import { useCompanies, useCompany } from './use-companies.ts'

/** The update screen (2.3): the id decides; the rest of the address only makes it readable. Without one, the list. */
export function CompanyUpdate() {
  const { companyId: param } = useParams()
  if (param === undefined) return <Navigate to={addresses.companies()} replace />
  const companyId = companyIdOf(param)
  if (companyId === undefined)
    return <NotFound hint={text('NotACompanyId', { id: textOf(param).slice(0, 80) })} />
  return <Asked companyId={companyId} />
}

/** The form as the company is, or with what a transaction replaced (`putBack`, U7). */
function Asked({ companyId }: { readonly companyId: number }) {
  const transactionId = useAddress().address.get('putBack')
  return transactionId === null ? (
    <Existing key={companyId} companyId={companyId} />
  ) : (
    <PutBack key={`${companyId} ${transactionId}`} companyId={companyId} transactionId={transactionId} />
  )
}

function PutBack({
  companyId,
  transactionId,
}: {
  readonly companyId: number
  readonly transactionId: string
}) {
  const { data, error, isFetching, refetch } = useRead('GET /timeline/v1/transactions/{id}', {
    params: { id: transactionId },
  })
  if (data) {
    const steps = data.entries.flatMap(({ steps: later, ...first }) => [first, ...later])
    return (
      <Existing companyId={companyId} former={saveIn(steps, companyId) ?? null} keptFor={transactionId} />
    )
  }
  if (!error) return <LoadingMark>{text('LoadingCompany')}</LoadingMark>
  return (
    <Unreadable
      title={text('FormerUnreadable')}
      error={error}
      isBusy={isFetching}
      onTryAgain={() => void refetch()}
    />
  )
}

interface ExistingProps {
  readonly companyId: number
  /** What is put back; null: the transaction changed nothing that can be. */
  readonly former?: TimelineStep | null
  readonly keptFor?: string
}

function Existing({ companyId, former, keptFor }: ExistingProps) {
  const { data, error, tryAgain, isFetching } = useCompany(companyId)
  if (data)
    return (
      <CompanyForm
        mode="update"
        keptAs={['company', companyId, keptFor].filter(Boolean).join(':')}
        loaded={data}
        initial={former ? putBack(draftOf(data), former.changes ?? []) : draftOf(data)}
        former={former}
      />
    )
  if (!error) return <LoadingMark>{text('LoadingCompany')}</LoadingMark>
  if (error instanceof ApiError && error.httpStatus === 404)
    return <NotFound hint={text('NoSuchCompanyHint', { id: String(companyId) })} />
  return (
    <Unreadable title={text('CompanyUnreadable')} error={error} isBusy={isFetching} onTryAgain={tryAgain} />
  )
}

/** In place of a form whose data could not be read. */
export function Unreadable(props: {
  readonly title: string
  readonly error: Error
  readonly isBusy: boolean
  readonly onTryAgain: () => void
}) {
  return (
    <div className={`stack gap-12 ${styles.message}`}>
      <h2>{props.title}</h2>
      <CallBanner call={{ status: 'rejected', error: props.error }} />
      <div>
        <Button isBusy={props.isBusy} onPress={props.onTryAgain}>
          {text('TryAgain')}
        </Button>
      </div>
    </div>
  )
}

function NotFound({ hint }: { readonly hint: string }) {
  const back = useWayBack()
  return (
    <div className={`stack gap-12 ${styles.message}`} role="alert">
      <h2>{text('NoSuchCompany')}</h2>
      <p>{hint}</p>
      <div>
        <Link className={actions.primary} to={back}>
          {text('BackToCompanies')}
        </Link>
      </div>
    </div>
  )
}

/** The address of a company by its SAP company ID leads to its page, or to a list that finds none. */
export function CompanyOfNumber() {
  const sapCompanyId = textOf(useParams().sapCompanyId)
  const { address } = useAddress()
  const { data, error, isFetching, refetch } = useCompanies()
  const company = data?.companyInfos.find((one) => one.sapCompanyId === sapCompanyId)
  if (company)
    return <Navigate to={asOf(addresses.companyPart(company.companyId), address.get('at'))} replace />
  if (data && !isFetching) return <Navigate to={addresses.companies(sapCompanyId)} replace />
  if (!error) return <LoadingMark>{text('LoadingCompany')}</LoadingMark>
  return (
    <Unreadable
      title={text('CompanyUnreadable')}
      error={error}
      isBusy={isFetching}
      onTryAgain={() => void refetch()}
    />
  )
}
