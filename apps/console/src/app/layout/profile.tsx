import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Link } from '../../kit/link.tsx'
import type { SessionUser } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useHasUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { paths } from '../paths.ts'
import { monogramOf } from './monogram.ts'
import styles from './profile.module.css'

// Comes when somebody reaches for the name: most visits go without it.
const ProfilePanel = lazy(async () => ({ default: (await import('./profile-panel.tsx')).ProfilePanel }))

export interface ProfileProps {
  user: SessionUser
  profileUrl: string
  applicationLinks: readonly { label: string; url: string }[]
  rememberMe: boolean
  onRememberMe: (remember: boolean) => void
}

/**
 * The profile widget (2.1): name, monogram and Logout in the header, and behind the name a native pop-over, which the
 * browser closes by Escape and by a press elsewhere, giving the focus back.
 */
export function Profile(props: ProfileProps) {
  const { user } = props
  const popover = useId()
  const isDirty = useHasUnsavedChanges()
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  const panel = useRef<HTMLDivElement>(null)
  const label = user.name || user.email
  const [before, after] = text('ProfileOf', { name: '\n' }).split('\n')
  return (
    <>
      <Tooltip tip={text('LogoutWhileDirty')} isEnabled={isDirty}>
        {isDirty ? (
          <button type="button" className={styles.logout} aria-disabled="true">
            {text('Logout')}
          </button>
        ) : (
          <Link to={paths.logout()} className={styles.logout}>
            {text('Logout')}
          </Link>
        )}
      </Tooltip>
      <button
        type="button"
        className={styles.trigger}
        popoverTarget={popover}
        aria-haspopup="dialog"
        onPointerEnter={want}
        onFocus={want}
      >
        <span className="visually-hidden">{before}</span>
        <span className={styles.name}>{label}</span>
        <span className="visually-hidden">{after}</span>
        <Monogram user={user} />
      </button>
      <div
        ref={panel}
        id={popover}
        popover="auto"
        role="dialog"
        aria-label={text('Profile')}
        className={styles.popover}
      >
        {isWanted && (
          <Suspense fallback={null}>
            <ProfilePanel {...props} isDirty={isDirty} onClose={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The letters of somebody's name. */
export function Monogram({ user }: { user: SessionUser }) {
  return (
    <span className={styles.monogram} aria-hidden="true">
      {monogramOf(user)}
    </span>
  )
}
