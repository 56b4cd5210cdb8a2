import { addresses } from '@support-console/contract/addresses'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { logout, useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { WaitingPage } from './waiting-page.tsx'

/** /logout (2.3, 4): ends the session, by way of the sign-on service and back to here; then home. */
export function Logout() {
  const { phase } = useSession()
  const isSignedIn = phase === 'signed-in' || phase === 'refreshing-offline'
  useEffect(() => {
    if (isSignedIn) void logout()
  }, [isSignedIn])
  if (phase === 'signed-out' || phase === 'failed') return <Navigate to={addresses.home()} replace />
  return <WaitingPage title={text('LoggingOut')} hint={text('LoggingOutHint')} />
}
