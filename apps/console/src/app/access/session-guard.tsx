import { addresses } from '@support-console/contract/addresses'
import { Navigate, Outlet, useLocation } from 'react-router'
import { loginPathFor, useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { WaitingPage } from '../pages/waiting-page.tsx'
import type { HomeState } from './home-state.ts'

/**
 * The auth guard of every route except /, /login and /logout (2.3, 6): a visitor who is not signed in goes to /login
 * with the address they wanted, one whose token has expired goes home.
 */
export function SessionGuard() {
  const { phase, expired } = useSession()
  const { pathname, search } = useLocation()
  if (expired) {
    const state: HomeState = { expiredAt: pathname + search }
    return <Navigate to={addresses.home()} replace state={state} />
  }
  switch (phase) {
    case 'signed-in':
    case 'refreshing-offline':
      return <Outlet />
    case 'signed-out':
    case 'failed':
      return <Navigate to={loginPathFor(pathname + search)} replace />
    case 'starting':
    case 'signing-in':
      return <WaitingPage title={text('LoggingIn')} hint={text('LoggingInHint')} />
    case 'signing-out':
      return <WaitingPage title={text('LoggingOut')} hint={text('LoggingOutHint')} />
  }
}
