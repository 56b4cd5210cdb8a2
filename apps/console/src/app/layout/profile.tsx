import { addresses } from '@support-console/contract/addresses'
import { type ComponentType, lazy, Suspense, useId, useRef, useState } from 'react'
import { Link } from '../../kit/link.tsx'
import { text } from '../../texts/text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useHasUnsavedChanges } from '../../ui/unsaved-changes.ts'
import { Monogram } from './monogram.tsx'
import styles from './profile.module.css'
import type { ProfilePanelProps, ProfileProps } from './profile-panel.tsx'

/** Loaded when it is first opened; where it cannot be, log-out stands beside it. */
const ProfilePanel = lazy<ComponentType<ProfilePanelProps>>(() =>
  import('./profile-panel.tsx').then(
    (loaded) => ({ default: loaded.ProfilePanel }),
    () => ({ default: () => null }),
  ),
)

/**
 * The profile widget (2.1): name, monogram and Logout in the header, and behind the name a native pop-over, which the
 * browser closes by Escape and by a press elsewhere, giving the focus back.
 */
export function Profile(props: ProfileProps) {
  const { user } = props
  const popover = useId()
  const isDirty = useHasUnsavedChanges()
  const panel = useRef<HTMLDivElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const label = user.name || user.email
  const [before, after] = text('ProfileOf', { name: '\n' }).split('\n')
  return (
    <>
      <Tooltip tip={text('LogoutWhileDirty')} isEnabled={isDirty}>
        {isDirty ? (
          <button
            type="button"
            className={`row rigid quiet rounded unlined ${styles.logout}`}
            aria-disabled="true"
          >
            {text('Logout')}
          </button>
        ) : (
          <Link to={addresses.logout()} className={`row rigid quiet rounded unlined ${styles.logout}`}>
            {text('Logout')}
          </Link>
        )}
      </Tooltip>
      <button
        type="button"
        className={`row gap-8 rigid quiet ${styles.trigger}`}
        popoverTarget={popover}
        aria-haspopup="dialog"
      >
        <span className="visually-hidden">{before}</span>
        <span className={`cut ${styles.name}`}>{label}</span>
        <span className="visually-hidden">{after}</span>
        <Monogram user={user} />
      </button>
      <div
        ref={panel}
        id={popover}
        popover="auto"
        role="dialog"
        aria-label={text('Profile')}
        className={`floating over-page ${styles.popover}`}
        onBeforeToggle={() => setOpened(true)}
      >
        {wasOpened && (
          <Suspense>
            <ProfilePanel {...props} isDirty={isDirty} onClose={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  )
}
