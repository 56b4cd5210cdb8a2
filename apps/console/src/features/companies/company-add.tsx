import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { CompanyForm } from './company-form.tsx'
import { Unreadable } from './company-update.tsx'
import { type CompanyDraft, newDraft } from './draft.ts'
import { salesRegionOf, textOf } from './from-address.ts'
import { text } from './texts.ts'
import { type Companies, useCompanies } from './use-companies.ts'

/** The add screen (2.3): with the SAP Company ID of an open reservation that reservation's, otherwise an empty one. */
export function CompanyAdd() {
  const { pathname } = useLocation()
  return <New key={pathname} />
}

interface Opened {
  readonly mode: 'add' | 'reservation'
  readonly initial: CompanyDraft
  readonly deviceRegions: readonly { readonly value: string; readonly label: string }[]
}

function New() {
  const params = useParams()
  const { data, error, isFetching, refetch } = useCompanies()
  // Once it is open the form stays what it is, whatever becomes of the list.
  const [opened, setOpened] = useState<Opened>()
  if (!opened && data && !isFetching) setOpened(open(params, data))
  if (opened)
    return (
      <CompanyForm
        {...opened}
        keptAs={`company:new:${opened.initial.sapCompanyId}`}
        loaded={null}
        isFromLink={Object.keys(params).length > 0}
      />
    )
  if (!error || isFetching) return <LoadingMark>{text('LoadingNew')}</LoadingMark>
  return (
    <Unreadable
      title={text('ReservationsUnreadable')}
      error={error}
      isBusy={isFetching}
      onTryAgain={() => void refetch()}
    />
  )
}

/** What the form starts with: the reservation's own data, or what of the address can be used. */
function open(params: Readonly<Record<string, string | undefined>>, companies: Companies): Opened {
  const sapCompanyId = textOf(params.sapCompanyId)
  const reservation = companies.reservations.find(({ value }) => value === sapCompanyId)
  const wanted = reservation?.deviceRegion ?? textOf(params.deviceRegion)
  const options = companies.deviceRegionOptions
  const isKnown = options.some(({ value }) => value === wanted)
  const deviceRegions =
    reservation && !isKnown && wanted ? [...options, { value: wanted, label: wanted }] : options
  const deviceRegion = deviceRegions.find(({ value }) => value === wanted)?.value ?? options[0]?.value ?? ''
  if (reservation) {
    const { label: companyName, sapSalesRegion } = reservation
    const known = { companyName, sapCompanyId, sapSalesRegion, deviceRegion }
    return { mode: 'reservation', initial: newDraft(known), deviceRegions }
  }
  const known = {
    companyName: textOf(params.companyName),
    sapCompanyId,
    sapSalesRegion: salesRegionOf(params.sapSalesRegion) ?? 'us',
    deviceRegion,
  } as const
  return { mode: 'add', initial: newDraft(known), deviceRegions }
}
