import { useAccess } from '../api/index.ts'
import { companiesScreen } from '../features/companies/screen.tsx'
import { panelsScreen } from '../features/panels/screen.tsx'
import { simInformationScreen } from '../features/sim-information/screen.tsx'
import { userActionsScreen } from '../features/user-actions/screen.tsx'
import { Link } from '../kit/link.tsx'
import type { Screen } from '../kit/screen.ts'
import { text } from '../texts/text.ts'
import type { ThingKind, ThingProps } from '../ui/thing.tsx'
import { paths } from './paths.ts'

interface Place {
  /** Whoever may read it may go there. */
  screen: Screen
  /** The address of one thing on it. */
  path: (id: string) => string
  title: 'OpenSim' | 'OpenPanel' | 'OpenCompany' | 'OpenTransaction'
}

/** Where each kind of thing is shown. */
const places: Readonly<Record<ThingKind, Place>> = {
  sim: { screen: simInformationScreen, path: paths.simInformation, title: 'OpenSim' },
  panel: { screen: panelsScreen, path: (id) => paths.panels('cloudId', [id]), title: 'OpenPanel' },
  company: { screen: companiesScreen, path: paths.companyOfNumber, title: 'OpenCompany' },
  transaction: { screen: userActionsScreen, path: paths.userActions, title: 'OpenTransaction' },
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
