import { useLocation } from 'react-router'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { Link } from '../../kit/link.tsx'
import { loginPathFor, setRememberMe, useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { ProfileIcon } from '../../ui/icons/controls.tsx'
import actions from '../../ui/link-button.module.css'
import { Profile } from './profile.tsx'

/** The header's end (2.1): who is signed in and what they may do with it, or the way to sign in. */
export function SessionCorner() {
  const { user, phase, rememberMe } = useSession()
  const { profileUrl, applicationLinks } = useRuntimeConfig()
  const { pathname, search } = useLocation()
  if (user)
    return (
      <Profile
        user={user}
        profileUrl={profileUrl}
        applicationLinks={applicationLinks}
        rememberMe={rememberMe}
        onRememberMe={setRememberMe}
      />
    )
  // Until it is known whether somebody is signed in, neither is shown: nothing jumps.
  if (phase === 'starting') return null
  return (
    <Link className={actions.plain} to={loginPathFor(pathname + search)}>
      <ProfileIcon />
      {text('Login')}
    </Link>
  )
}
