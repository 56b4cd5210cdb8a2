import { addresses } from '@support-console/contract/addresses'
import { Navigate, useParams } from 'react-router'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Unreadable } from './company-update.tsx'
import { textOf } from './from-address.ts'
import { text } from './texts.ts'
import { useCompanies } from './use-companies.ts'

/** The address of a company by its SAP company ID leads to its page, or to a list that finds none. */
export function CompanyOfNumber() {
  const sapCompanyId = textOf(useParams().sapCompanyId)
  const { data, error, isFetching, refetch } = useCompanies()
  const company = data?.companyInfos.find((one) => one.sapCompanyId === sapCompanyId)
  if (company) return <Navigate to={addresses.companyPart(company.companyId)} replace />
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
