import { useSyncExternalStore } from 'react'
import { useServerIsThere } from '../../api/index.ts'
import { useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './trouble-bar.module.css'

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
}

/**
 * One quiet line above the content while the device is offline, the server is away, or sign-on does not answer. It
 * comes and goes by itself; what a person asked for meanwhile has its own banner.
 */
export function TroubleBar() {
  const isOnline = useIsOnline()
  const isServerThere = useServerIsThere()
  const { phase, problem, detail } = useSession()
  const trouble = !isServerThere
    ? { what: text(isOnline ? 'ServerAway' : 'Offline'), hint: text('ServerAwayHint') }
    : phase === 'refreshing-offline' && problem
      ? { what: problem, hint: detail ?? '' }
      : undefined
  return (
    <div role="status">
      {trouble && (
        <p className={`flex start gap-8 ink line-below ${styles.bar}`}>
          <span className={`flex rigid caution ${styles.mark}`}>
            <StateMark kind="warn" />
          </span>
          <span>
            <strong className="strong">{trouble.what}</strong> {trouble.hint}
          </span>
        </p>
      )}
    </div>
  )
}
