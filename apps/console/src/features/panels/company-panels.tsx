import { Link } from 'react-router'
import { linkTo } from './search.ts'
import { text } from './texts.ts'

/** A company's SAP number, which leads to its panels. */
export function CompanyPanels({ sapNumber }: { readonly sapNumber: string }) {
  return (
    <Link to={linkTo('sapNumber', sapNumber)} title={text('PanelsOfCompany', { id: sapNumber })}>
      {sapNumber}
    </Link>
  )
}
