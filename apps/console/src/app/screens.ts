import { type Environment, isReserved, permissionsOf } from '@support-console/contract/permissions'
import { auditTrailScreen } from '../features/audit-trail/screen.tsx'
import { companiesScreen } from '../features/companies/screen.tsx'
import { csrScreen } from '../features/csr/screen.tsx'
import { fleetScreen } from '../features/fleet/screen.tsx'
import { handoverScreen } from '../features/handover/screen.tsx'
import { homeScreen } from '../features/home/screen.tsx'
import { panelEnvironmentScreen } from '../features/panel-environment/screen.tsx'
import { panelsScreen } from '../features/panels/screen.tsx'
import { simActivityScreen } from '../features/sim-activity/screen.tsx'
import { simInformationScreen } from '../features/sim-information/screen.tsx'
import { simManagementScreen } from '../features/sim-management/screen.tsx'
import { usersScreen } from '../features/users/screen.tsx'
import { webconnectScreen } from '../features/webconnect/screen.tsx'
import type { Screen } from '../kit/screen.ts'

/** The screens, in the specification's order (2.2). */
export const screens: readonly Screen[] = [
  homeScreen,
  simInformationScreen,
  simManagementScreen,
  companiesScreen,
  simActivityScreen,
  panelsScreen,
  panelEnvironmentScreen,
  csrScreen,
  usersScreen,
  auditTrailScreen,
  webconnectScreen,
  fleetScreen,
  handoverScreen,
]

/** The entries of the menu for this host and these roles: all but what this host reserves for others (2.2). */
export function listedScreens(host: Environment, roles: readonly string[]): Screen[] {
  const may = permissionsOf(roles, host)
  return screens.filter(({ permission: needed }) => !needed || may.has(needed) || !isReserved(needed, host))
}

/** Whether a screen is the one of this address, its sub-pages included (`/company/update/1`). */
export function isAt({ path, menuPath }: Screen, pathname: string): boolean {
  return pathname === path || pathname === menuPath || (path !== '/' && pathname.startsWith(`${path}/`))
}
