import { identified } from '@support-console/contract/identifiers'
import { useAccess } from '../api/index.ts'
import { Link } from '../kit/link.tsx'
import { text } from '../texts/text.ts'
import type { ThingKind, ThingProps } from '../ui/thing.tsx'
import { paths } from './paths.ts'

const titles: Readonly<Record<ThingKind, 'OpenSim' | 'OpenPanel' | 'OpenCompany' | 'OpenTransaction'>> = {
  sim: 'OpenSim',
  panel: 'OpenPanel',
  company: 'OpenCompany',
  transaction: 'OpenTransaction',
}

/** Leads to where a thing is shown whoever may read it; to all others it is text. */
export function LinkToThing({ of: kind, id, children }: ThingProps) {
  const { permission, page } = identified[kind]
  const { may } = useAccess()
  if (!may(permission)) return children
  return (
    // A company is known here by its SAP company ID, which all systems have.
    <Link to={kind === 'company' ? paths.companyOfNumber(id) : page(id)} title={text(titles[kind], { id })}>
      {children}
    </Link>
  )
}
