import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import type { WorkTrayProps } from '../../features/work/index.ts'
import { text } from '../../texts/text.ts'
import { WorkIcon } from '../../ui/icons/controls.tsx'
import popover from './profile.module.css'
import styles from './work-door.module.css'

/** The first page comes first, in milliseconds; so long after a failure it is tried again, too. */
const pause = 1500

/** The button of the header behind which one's work stands; all of it, the count of what is unread too, comes after the page. */
export function WorkDoor() {
  const id = useId()
  const door = useRef<HTMLButtonElement>(null)
  const [Tray, setTray] = useState<ComponentType<WorkTrayProps>>()
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout>
    const later = () => {
      soon = setTimeout(load, pause)
    }
    const load = () =>
      void import('../../features/work/index.ts').then(({ WorkTray }) => setTray(() => WorkTray), later)
    later()
    return () => clearTimeout(soon)
  }, [])
  return (
    <>
      <button
        ref={door}
        type="button"
        className={`sign relative ${styles.door}`}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={text('Work')}
      >
        <WorkIcon />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={text('Work')}
        className={`floating over-page ${popover.popover}`}
      >
        {Tray && <Tray door={door} />}
      </div>
    </>
  )
}
