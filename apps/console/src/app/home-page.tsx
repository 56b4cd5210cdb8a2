import { permissionsOf, rolesThatMay } from '@support-console/contract/permissions'
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAccess } from '../api/index.ts'
import { useRuntimeConfig } from '../api/runtime-config.ts'
import { Home } from '../features/home/index.ts'
import { loginPathFor, useSession, wantBack } from '../session/index.ts'
import { text } from '../texts/text.ts'
import type { HomeState } from './access/home-state.ts'
import { listedScreens } from './screens.ts'
import { searchFor } from './shortcuts.ts'

/** Home with what only the frame knows: the screens, the host, and why someone was sent here, and back from here. */
export function HomePage() {
  const { environment } = useRuntimeConfig()
  const { roles, user, phase, expired, requestStatus } = useSession()
  const { may, isKnown } = useAccess()
  const { expiredAt } = (useLocation().state ?? {}) as HomeState
  useEffect(() => {
    wantBack(expiredAt ?? null)
    return () => wantBack(null)
  }, [expiredAt])
  // The token was renewed after all.
  if (expiredAt && phase === 'signed-in' && !expired && requestStatus === 'Finished')
    return <Navigate to={expiredAt} replace />

  const screens = listedScreens(environment, roles).flatMap(
    ({ path, menuPath = path, menu, icon, permission }) => {
      if (!permission) return []
      const isClosed = user !== null && isKnown && !may(permission)
      const needs = isClosed ? { needs: rolesThatMay(permission, environment) } : {}
      return [{ url: menuPath, icon, name: text(menu), ...needs }]
    },
  )
  return (
    <Home
      screens={screens}
      environment={environment}
      hasExpired={expiredAt !== undefined}
      loginUrl={loginPathFor(expiredAt ?? '/')}
      onSearch={user && permissionsOf(roles, environment).size > 0 ? searchFor : undefined}
    />
  )
}
