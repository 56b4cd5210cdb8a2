import type { Environment, Permission, Role } from '@support-console/contract/permissions'
import type { ComponentType } from 'react'
import type { frame } from '../texts/en-US/frame.ts'
import type { IconProps } from '../ui/icons/icon.tsx'
import {
  CompanyManagementIcon,
  CsrManagementIcon,
  HomeIcon,
  PanelEnvironmentIcon,
  PanelManagementIcon,
  SimActivityLogsIcon,
  SimInformationIcon,
  SimManagementIcon,
  UserActionDetailIcon,
  UserManagementIcon,
  WebConnectMetricsIcon,
} from '../ui/icons/menu.tsx'
import { paths } from './paths.ts'

type Key<Prefix extends string> = Extract<keyof typeof frame, `${Prefix}${string}`>

/** A screen of the side menu (2.2). Everything about it that the frame must know stands here, once. */
export interface Screen {
  key: string
  /** Where the menu leads. */
  url: string
  /** Where the screen lives, when the menu leads there by a redirect. */
  path: string
  menu: Key<'Menu'>
  title: Key<'Title'>
  icon: ComponentType<IconProps>
  /** The permission of its reading calls (D16); home needs none. */
  permission?: Permission
  /** Its line on the home page. */
  about?: Key<'About'>
  /** Whether the entry stands in the menu, when it does not always (2.2). */
  isListed?: (host: Environment, roles: readonly string[]) => boolean
}

const screen = (path: string, screen: Omit<Screen, 'url' | 'path'>, url = path): Screen => ({
  url,
  path,
  ...screen,
})

const engAdmin: Role = 'eng-admin'

/** In the specification's order (2.2). */
export const screens = {
  home: screen(paths.home(), { key: 'home', menu: 'MenuHome', title: 'TitleHome', icon: HomeIcon }),
  simInformation: screen(paths.simInformation(), {
    key: 'sim-information',
    menu: 'MenuSimInformation',
    title: 'TitleSimInformation',
    about: 'AboutSimInformation',
    icon: SimInformationIcon,
    permission: 'sim-information.read',
  }),
  simManagement: screen(paths.simManagement(), {
    key: 'sim-management',
    menu: 'MenuSimManagement',
    title: 'TitleSimManagement',
    about: 'AboutSimManagement',
    icon: SimManagementIcon,
    permission: 'sim-management.read',
  }),
  companies: screen(paths.companies(), {
    key: 'companies',
    menu: 'MenuCompanies',
    title: 'TitleCompanies',
    about: 'AboutCompanies',
    icon: CompanyManagementIcon,
    permission: 'companies.read',
  }),
  simActivity: screen(paths.simActivity(), {
    key: 'sim-activity',
    menu: 'MenuSimActivity',
    title: 'TitleSimActivity',
    about: 'AboutSimActivity',
    icon: SimActivityLogsIcon,
    permission: 'sim-activity.read',
  }),
  panels: screen(paths.panels(), {
    key: 'panels',
    menu: 'MenuPanels',
    title: 'TitlePanels',
    about: 'AboutPanels',
    icon: PanelManagementIcon,
    permission: 'panels.read',
  }),
  panelEnvironment: screen(paths.panelEnvironment(), {
    key: 'panel-environment',
    menu: 'MenuPanelEnvironment',
    title: 'TitlePanelEnvironment',
    about: 'AboutPanelEnvironment',
    icon: PanelEnvironmentIcon,
    permission: 'panel-environment.read',
    // Dev and test hosts show it to everyone, the production host to eng-admin only (2.2, 6).
    isListed: (host, roles) => host !== 'prod' || roles.includes(engAdmin),
  }),
  csr: screen(paths.csr(), {
    key: 'csr',
    menu: 'MenuCsr',
    title: 'TitleCsr',
    about: 'AboutCsr',
    icon: CsrManagementIcon,
    permission: 'csr.read',
  }),
  users: screen(paths.users(), {
    key: 'users',
    menu: 'MenuUsers',
    title: 'TitleUsers',
    about: 'AboutUsers',
    icon: UserManagementIcon,
    permission: 'users.read',
  }),
  userActions: screen(paths.userActions(), {
    key: 'user-actions',
    menu: 'MenuUserActions',
    title: 'TitleUserActions',
    about: 'AboutUserActions',
    icon: UserActionDetailIcon,
    permission: 'user-actions.read',
  }),
  webconnect: screen(
    paths.webconnect(),
    {
      key: 'webconnect',
      menu: 'MenuWebconnect',
      title: 'TitleWebconnect',
      about: 'AboutWebconnect',
      icon: WebConnectMetricsIcon,
      permission: 'webconnect.read',
    },
    paths.webconnectRedirect(),
  ),
} satisfies Record<string, Screen>

/** The entries of the menu for this host and these roles. */
export function listedScreens(host: Environment, roles: readonly string[]): Screen[] {
  return Object.values<Screen>(screens).filter((screen) => screen.isListed?.(host, roles) ?? true)
}

/** Whether a screen is the one of this address, its sub-pages included (`/company/update/1`). */
export function isAt(screen: Pick<Screen, 'path' | 'url'>, pathname: string): boolean {
  const { path } = screen
  return pathname === path || pathname === screen.url || (path !== '/' && pathname.startsWith(`${path}/`))
}
