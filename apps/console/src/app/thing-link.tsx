import { addresses, pageOf } from '@support-console/contract/addresses'
import { type IdentifiedKind, identified } from '@support-console/contract/identifiers'
import { useAccess } from '../api/index.ts'
import { useMoment } from '../api/moment.ts'
import { Link } from '../kit/link.tsx'
import { things } from '../texts/en-US/things.ts'
import { textsOf } from '../texts/text.ts'
import type { ThingProps } from '../ui/thing.tsx'
import { comeAhead } from './ahead.ts'

const text = textsOf(things)
const titles = {
  sim: 'OpenSim',
  panel: 'OpenPanel',
  company: 'OpenCompany',
  csr: 'OpenCsr',
  container: 'OpenContainer',
  person: 'OpenPerson',
  staff: 'OpenStaff',
  transaction: 'OpenTransaction',
} as const satisfies Record<IdentifiedKind, string>

/** A link for users who may read the thing; plain text for everyone else. */
export function LinkToThing({ of: kind, id, children }: ThingProps) {
  const { may } = useAccess()
  const isPast = useMoment() !== null
  if (!may(identified[kind].permission)) return children
  // A company by its SAP company ID, which all systems have.
  const to = kind === 'company' ? addresses.companyOfNumber(id) : pageOf(kind, id)
  return (
    <Link to={to} title={text(titles[kind], { id })} {...(!isPast && comeAhead(kind, id))}>
      {children}
    </Link>
  )
}
