import { Link } from 'react-router'
import { useAccess } from '../api/index.ts'
import { text } from '../texts/text.ts'
import type { ThingKind, ThingProps } from '../ui/thing.tsx'
import { type Screen, screens } from './screens.ts'

interface Place {
  /** Whoever may read it may go there. */
  screen: Screen
  /** The address of one thing on it. */
  path: (id: string) => string
  title: 'OpenSim' | 'OpenPanel' | 'OpenCompany' | 'OpenTransaction'
}

/** Where each kind of thing is shown: the one place that knows. */
const places: Readonly<Record<ThingKind, Place>> = {
  sim: { screen: screens.simInformation, path: asking(screens.simInformation, 'simId'), title: 'OpenSim' },
  panel: {
    screen: screens.panels,
    path: asking(screens.panels, 'ids', { by: 'cloudId' }),
    title: 'OpenPanel',
  },
  company: { screen: screens.companies, path: companyPath, title: 'OpenCompany' },
  transaction: {
    screen: screens.userActions,
    path: asking(screens.userActions, 'txid'),
    title: 'OpenTransaction',
  },
}

function asking({ path }: Screen, name: string, more: Record<string, string> = {}) {
  return (id: string) => `${path}?${new URLSearchParams({ ...more, [name]: id })}`
}

/** By its SAP company ID, which all systems have; its form is found by `CompanyOfNumber`. */
function companyPath(sapCompanyId: string): string {
  return `${screens.companies.path}/sap/${encodeURIComponent(sapCompanyId)}`
}

/** Leads to a thing's screen whoever may read it; to all others it is text. */
export function LinkToThing({ of: kind, id, children }: ThingProps) {
  const { screen, path, title } = places[kind]
  const { may } = useAccess()
  if (screen.permission && !may(screen.permission)) return children
  return (
    <Link to={path(id)} title={text(title, { id })}>
      {children}
    </Link>
  )
}
