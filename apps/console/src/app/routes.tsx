import type { ComponentType } from 'react'
import { matchRoutes, Navigate, Outlet, type RouteObject } from 'react-router'
import { ContentGate } from './access/content-gate.tsx'
import { SessionGuard } from './access/session-guard.tsx'
import type { RouteHandle } from './current-screen.ts'
import { HomePage } from './home-page.tsx'
import { BareFrame } from './layout/bare-frame.tsx'
import { Frame } from './layout/frame.tsx'
import { Loading } from './pages/loading.tsx'
import { Login } from './pages/login.tsx'
import { Logout } from './pages/logout.tsx'
import { NotFound } from './pages/not-found.tsx'
import { PageError, RouterError } from './pages/page-error.tsx'
import { paths } from './paths.ts'
import { type Screen, screens } from './screens.ts'

/** A screen's program, loaded when the screen is first opened. */
type LoadScreen = () => Promise<ComponentType>

/** The route of a screen: below its own path, or below paths that lead to the same screen. */
function screenRoute(screen: Screen, load: LoadScreen, path = screen.path): RouteObject {
  const handle: RouteHandle = { screen }
  return { path, handle, lazy: { Component: load }, HydrateFallback: Loading }
}

const loadSimInformation: LoadScreen = async () =>
  (await import('../features/sim-information/index.ts')).SimInformation

const loadSimManagement: LoadScreen = async () =>
  (await import('../features/sim-management/index.ts')).SimManagement

const loadSimActivity: LoadScreen = async () =>
  (await import('../features/sim-activity/index.ts')).SimActivityLogs

const loadCompanies = () => import('../features/companies/index.ts')

const loadPanels: LoadScreen = async () => (await import('../features/panels/index.ts')).PanelManagement

const loadPanelEnvironment: LoadScreen = async () =>
  (await import('./panel-environment-page.tsx')).PanelEnvironmentPage

const loadCsr: LoadScreen = async () => (await import('../features/csr/index.ts')).CsrManagement

const loadWebConnect: LoadScreen = async () =>
  (await import('../features/webconnect/index.ts')).WebConnectMetrics

const loadUsers: LoadScreen = async () => (await import('../features/users/index.ts')).UserManagement

const loadUserActions: LoadScreen = async () =>
  (await import('../features/user-actions/index.ts')).UserActionDetail

/** Every address of the console (2.2, 2.3). */
export const routes: RouteObject[] = [
  {
    errorElement: <RouterError />,
    children: [
      { path: paths.login(), element: <Login isKnownPath={isKnownPath} /> },
      { path: paths.logout(), Component: Logout },
      {
        Component: SessionGuard,
        children: [
          {
            // The SIM log without the frame (2.3), for windows that others open.
            Component: BareFrame,
            children: [
              inPlaceOfAPage([screenRoute(screens.simActivity, loadSimActivity, paths.bareSimActivity())]),
            ],
          },
        ],
      },
      {
        Component: Frame,
        children: [
          inPlaceOfAPage([
            {
              path: paths.home(),
              handle: { screen: screens.home } satisfies RouteHandle,
              Component: HomePage,
            },
            {
              Component: SessionGuard,
              children: [
                screenRoute(screens.simInformation, loadSimInformation),
                screenRoute(screens.simManagement, loadSimManagement),
                screenRoute(screens.companies, async () => (await loadCompanies()).CompanyList),
                screenRoute(
                  screens.companies,
                  async () => (await loadCompanies()).CompanyUpdate,
                  '/company/update/:companyId?/:companyName?/:customerId?',
                ),
                screenRoute(
                  screens.companies,
                  async () => (await loadCompanies()).CompanyAdd,
                  '/company/add/:sapCompanyId?/:sapSalesRegion?/:companyName?/:deviceRegion?',
                ),
                screenRoute(
                  screens.companies,
                  async () => (await loadCompanies()).CompanyOfNumber,
                  '/company/sap/:sapCompanyId',
                ),
                screenRoute(screens.simActivity, loadSimActivity),
                screenRoute(screens.panels, loadPanels),
                screenRoute(screens.panelEnvironment, loadPanelEnvironment),
                screenRoute(screens.csr, loadCsr),
                screenRoute(screens.users, loadUsers),
                screenRoute(screens.userActions, loadUserActions),
                { path: screens.webconnect.url, element: <Navigate to={screens.webconnect.path} replace /> },
                screenRoute(screens.webconnect, loadWebConnect),
              ],
            },
            { path: '*', Component: NotFound },
          ]),
        ],
      },
    ],
  },
]

/** Whether a page of ours is at this path (R6): one that only the 404 page would answer is not. */
function isKnownPath(pathname: string): boolean {
  const page = matchRoutes(routes, pathname)?.at(-1)
  return page !== undefined && page.route.path !== '*'
}

/** What fails below shows its error in place of the page, inside the frame (8). */
function inPlaceOfAPage(children: RouteObject[]): RouteObject {
  return {
    errorElement: <PageError />,
    element: (
      <ContentGate>
        <Outlet />
      </ContentGate>
    ),
    children,
  }
}
