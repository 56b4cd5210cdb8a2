import { permissionsOf } from '@support-console/contract/permissions'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useRuntimeConfig } from '../api/runtime-config.ts'
import { Home } from '../features/home/index.ts'
import { loginPathFor, useSession, wantBack } from '../session/index.ts'
import type { HomeState } from './access/home-state.ts'
import { searchFor } from './shortcuts.ts'

/** Home with what only the frame knows: the host, and why someone was sent here, and back from here. */
export function HomePage() {
  const { environment } = useRuntimeConfig()
  const { roles, user, phase, expired, requestStatus } = useSession()
  const { expiredAt } = (useLocation().state ?? {}) as HomeState
  useEffect(() => {
    wantBack(expiredAt ?? null)
    return () => wantBack(null)
  }, [expiredAt])
  // The token was renewed after all.
  if (expiredAt && phase === 'signed-in' && !expired && requestStatus === 'Finished')
    return <Navigate to={expiredAt} replace />

  return (
    <Home
      environment={environment}
      hasExpired={expiredAt !== undefined}
      loginUrl={loginPathFor(expiredAt ?? '/')}
      onSearch={user && permissionsOf(roles, environment).size > 0 ? searchFor : undefined}
    />
  )
}
