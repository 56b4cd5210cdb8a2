import type { Permission } from '@support-console/contract/permissions'
import { tokenScopes } from '@support-console/contract/tokens.words'
import { text } from './texts.ts'

type Scope = (typeof tokenScopes)[number]

const words = {
  'sim-information.read': 'SimInformationRead',
  'sim-management.read': 'SimManagementRead',
  'sim-management.change': 'SimManagementChange',
  'sim-activity.read': 'SimActivityRead',
  'companies.read': 'CompaniesRead',
  'companies.change': 'CompaniesChange',
  'panels.read': 'PanelsRead',
  'panels.change': 'PanelsChange',
  'panel-environment.read': 'PanelEnvironmentRead',
  'panel-environment.change': 'PanelEnvironmentChange',
  'csr.read': 'CsrRead',
  'csr.change': 'CsrChange',
  'users.read': 'UsersRead',
  'user-actions.read': 'UserActionsRead',
  'webconnect.read': 'WebconnectRead',
  'fleet.read': 'FleetRead',
  'fleet.change': 'FleetChange',
  'mcp.write': 'McpWrite',
} as const satisfies Record<Scope, unknown>

export const sayScope = (scope: Scope): string => text(words[scope])

/** What they may choose from: their own rights, reading first. */
export const scopesOf = (may: (permission: Permission) => boolean): Scope[] => {
  const own = tokenScopes.filter(may)
  return [...own.filter(isReading), ...own.filter((scope) => !isReading(scope))]
}

export const isReading = (scope: Permission): boolean => scope.endsWith('.read')
export type { Scope }
