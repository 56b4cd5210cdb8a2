/**
 * Who may do what (decision 16): roles to permissions here, permissions to calls in each call's declaration.
 * Imports nothing, so that the console can carry it without the schemas.
 */
export const permissions = [
  'activity-log.write',
  'sim-information.read',
  'sim-management.read',
  'sim-management.change',
  'sim-activity.read',
  'companies.read',
  'companies.change',
  'panels.read',
  'panels.change',
  'panel-environment.read',
  'panel-environment.change',
  'csr.read',
  'csr.change',
  'users.read',
  'sign-ons.end',
  'user-actions.read',
  'webconnect.read',
  'fleet.read',
  'fleet.change',
  'webhooks.manage',
  /** Through tools of the Model Context Protocol; counts only where a token names it. */
  'mcp.write',
] as const

export type Permission = (typeof permissions)[number]

/** What a right takes beside itself: who changes a thing is told of it by the answer, so it takes to read it (D45). */
export const readingOf = (permission: Permission): Permission =>
  permission.replace(/\.change$/, '.read') as Permission

export const roles = ['support', 'eng-admin', 'auditor'] as const
export type Role = (typeof roles)[number]

/** The host that this installation is (decision 17). */
export const environments = ['dev', 'test', 'prod'] as const
export type Environment = (typeof environments)[number]

/** What is for those alone who run the console, on every host. */
const forEngineers: readonly Permission[] = ['sign-ons.end', 'webhooks.manage']

const panelEnvironment: readonly Permission[] = ['panel-environment.read', 'panel-environment.change']

/** Whether a host keeps this for those whose role has all (2.2, 6); its menu does not name it to others. */
export const isReserved = (permission: Permission, environment: Environment): boolean =>
  environment === 'prod' && panelEnvironment.includes(permission)

const auditorMay: readonly Permission[] = [
  // The auditor's own sign-in, sign-out and actions are recorded like everybody's.
  'activity-log.write',
  'sim-information.read',
  'sim-activity.read',
  'user-actions.read',
  'fleet.read',
]

/** What one role may do on one kind of host. */
function permissionsOfRole(role: Role, environment: Environment): readonly Permission[] {
  switch (role) {
    case 'eng-admin':
      return permissions
    case 'support':
      return permissions.filter(
        (permission) => !isReserved(permission, environment) && !forEngineers.includes(permission),
      )
    case 'auditor':
      return auditorMay
  }
}

/** What someone with these roles may do; names that are not ours count for nothing. */
export function permissionsOf(names: readonly string[], environment: Environment): Set<Permission> {
  const known = roles.filter((role) => names.includes(role))
  return new Set(known.flatMap((role) => permissionsOfRole(role, environment)))
}

/** The roles that would have allowed it, for the no-access page. */
export function rolesThatMay(permission: Permission, environment: Environment): Role[] {
  return roles.filter((role) => permissionsOfRole(role, environment).includes(permission))
}
