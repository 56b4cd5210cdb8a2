import { addresses } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import { readIds } from './id-list.ts'
import { text } from './texts.ts'

/** A company's SAP number, which leads to its panels. */
export function CompanyPanels({ sapNumber }: { readonly sapNumber: string }) {
  return (
    <Link
      to={addresses.panels('sapNumber', readIds(sapNumber, 'sapNumber'))}
      title={text('PanelsOfCompany', { id: sapNumber })}
    >
      {sapNumber}
    </Link>
  )
}
