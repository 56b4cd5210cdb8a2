import { addresses } from '@support-console/contract/addresses'
import { matchRoutes, Navigate, Outlet, type RouteObject } from 'react-router'
import { apiReferencePage } from '../features/api-reference/screen.ts'
import { diagnosisScreen } from '../features/diagnosis/screen.tsx'
import { homeScreen } from '../features/home/screen.tsx'
import { outagePage } from '../features/outages/screen.ts'
import { searchScreen } from '../features/search/screen.tsx'
import { thingPages } from '../features/things/screen.ts'
import { tokensPage } from '../features/tokens/screen.ts'
import { webhooksPage } from '../features/webhooks/screen.ts'
import type { LoadPage, Page, Screen } from '../kit/screen.ts'
import { ContentGate } from './access/content-gate.tsx'
import { SessionGuard } from './access/session-guard.tsx'
import type { RouteHandle } from './current-screen.ts'
import { HomePage } from './home-page.tsx'
import { BareFrame } from './layout/bare-frame.tsx'
import { Frame } from './layout/frame.tsx'
import { DrawsAgain } from './pages/draws-again.tsx'
import { Loading } from './pages/loading.tsx'
import { Login } from './pages/login.tsx'
import { Logout } from './pages/logout.tsx'
import { NotFound } from './pages/not-found.tsx'
import { PageError, RouterError } from './pages/page-error.tsx'
import { screens } from './screens.ts'

/** A page of a screen, whose program is loaded when it is first opened. */
function pageRoute(screen: Page, path: string, load: LoadPage): RouteObject {
  const handle: RouteHandle = { screen }
  return { path, handle, lazy: { Component: load }, HydrateFallback: Loading }
}

/** All addresses of a screen within the frame. */
function routesOf(screen: Screen): RouteObject[] {
  const { path, menuPath, load, pages = [] } = screen
  return [
    ...(menuPath ? [{ path: menuPath, element: <Navigate to={path} replace /> }] : []),
    ...(load ? [pageRoute(screen, path, load)] : []),
    ...pages.map((page) => pageRoute(screen, page.path, page.load)),
  ]
}

const bareRoutes = screens.flatMap((screen) =>
  screen.barePath && screen.load ? [pageRoute(screen, screen.barePath, screen.load)] : [],
)

/** Every address of the console (2.2, 2.3). */
export const routes: RouteObject[] = [
  {
    errorElement: <RouterError />,
    element: (
      <DrawsAgain>
        <Outlet />
      </DrawsAgain>
    ),
    children: [
      { path: addresses.login(), element: <Login isKnownPath={isKnownPath} /> },
      { path: addresses.logout(), Component: Logout },
      {
        Component: SessionGuard,
        children: [
          {
            // Without the frame (2.3), for windows that others open.
            Component: BareFrame,
            children: [inPlaceOfAPage(bareRoutes)],
          },
        ],
      },
      {
        Component: Frame,
        children: [
          inPlaceOfAPage([
            {
              path: addresses.home(),
              handle: { screen: homeScreen } satisfies RouteHandle,
              Component: HomePage,
            },
            {
              Component: SessionGuard,
              children: [
                ...[...screens, searchScreen, diagnosisScreen].flatMap(routesOf),
                ...[...thingPages, outagePage, tokensPage, webhooksPage, apiReferencePage].flatMap((page) =>
                  page.load ? pageRoute(page, page.path, page.load) : [],
                ),
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
        <DrawsAgain>
          <Outlet />
        </DrawsAgain>
      </ContentGate>
    ),
    children,
  }
}
