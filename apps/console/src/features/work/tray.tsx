import type { Tray, WorkNotice } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { Fragment, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { leaveBy } from '../../ui/popover.tsx'
import { Ended } from './ended.tsx'
import { mayTellInBrowser, tellInBrowser, tellsInBrowser } from './in-browser.ts'
import { Running } from './running.tsx'
import { text } from './texts.ts'
import styles from './tray.module.css'
import { useTelling } from './use-telling.ts'

export interface WorkTrayProps {
  /** The button that opens it. */
  readonly door: RefObject<HTMLButtonElement | null>
}

/** While something runs and the tray is open, in milliseconds. */
const whileRunningMs = 5000

/** One's work: what runs, and what ended; on every device the same (D38). */
export function WorkTray({ door }: WorkTrayProps) {
  const own = useRef<HTMLDivElement>(null)
  const isOpen = useIsOpen(own, door)
  const { data, error, refetch } = useRead('GET /undertakings/v1/tray', {
    refetchInterval: ({ state }) => isOpen && (state.data?.running.length ?? 0) > 0 && whileRunningMs,
  })
  // Ends are told in tabs that are not seen, too; how far work is, only where it is shown.
  useNews('notice', refetch, undefined, { evenHidden: true })
  useNews('undertaking', isOpen ? refetch : null)
  const markRead = useCallback(
    async (ids: string[]) => {
      if (ids.length === 0) return
      await api('POST /undertakings/v1/notices/read', { body: { ids } }).catch(() => {})
      await refetch()
    },
    [refetch],
  )
  useEffect(() => {
    if (!isOpen) return
    void refetch()
    own.current?.querySelector<HTMLElement>('a[href], button, input')?.focus()
    const popover = { current: own.current?.parentElement ?? null }
    const leave = ({ relatedTarget }: FocusEvent) => leaveBy(popover, door)({ relatedTarget })
    popover.current?.addEventListener('focusout', leave)
    return () => popover.current?.removeEventListener('focusout', leave)
  }, [isOpen, refetch, door])
  useTelling(data, door, markRead)
  return (
    <div ref={own} className={`stack ${styles.tray}`}>
      {isOpen && <Content data={data} hasFailed={error !== null} retry={refetch} markRead={markRead} />}
    </div>
  )
}

interface ContentProps {
  readonly data: Tray | undefined
  readonly hasFailed: boolean
  readonly retry: () => unknown
  readonly markRead: (ids: string[]) => void
}

function Content({ data, hasFailed, retry, markRead }: ContentProps) {
  const unread = data?.notices.filter(({ isRead }) => !isRead) ?? []
  const isEmpty = data && data.running.length + data.notices.length === 0
  return (
    <>
      <div className={`row between line-below ${styles.head}`}>
        <h2>{text('Tray')}</h2>
        {unread.length > 0 && (
          <Button look="quiet" size="tool" onPress={() => markRead(unread.map(({ id }) => id))}>
            {text('MarkAllRead')}
          </Button>
        )}
      </div>
      {hasFailed && !data && (
        <p className={`quiet ${styles.note}`} role="status">
          {text('NoAnswer')}{' '}
          <Button size="tool" onPress={() => void retry()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {!data && !hasFailed && (
        <p className={`quiet ${styles.note}`} role="status">
          {text('Reading')}
        </p>
      )}
      {isEmpty && (
        <p className={`quiet ${styles.note}`}>
          <strong>{text('Nothing')}</strong> {text('NothingHint')}
        </p>
      )}
      {data && !isEmpty && (
        <section className={styles.list} aria-label={text('Tray')}>
          {partsOf(data).map(({ name, running, notices }) => (
            <Fragment key={name}>
              <h3 className="small quiet">{text(name)}</h3>
              <ul>
                {running.map((work) => (
                  <Running key={work.id} work={work} />
                ))}
                {notices.map((notice) => (
                  <Ended key={notice.id} notice={notice} onRead={() => markRead([notice.id])} />
                ))}
              </ul>
            </Fragment>
          ))}
        </section>
      )}
      <p className={`line-above ${styles.shift}`}>
        <Link to={addresses.handover()}>{text('Shift')}</Link>
      </p>
      <Foot />
    </>
  )
}

/** In their order, each only with something in it: what runs, what is new, what is waited for, and the rest of what ended. */
function partsOf(tray: Tray) {
  const isWaiting = ({ kind }: Tray['running'][number]) => kind === 'watch' || kind === 'disabling'
  const told = withoutRunning(tray)
  const [none, nothing]: [Tray['running'], WorkNotice[]] = [[], []]
  return [
    { name: 'Running', running: tray.running.filter((work) => !isWaiting(work)), notices: nothing },
    { name: 'New', running: none, notices: told.filter(({ isRead }) => !isRead) },
    { name: 'Watching', running: tray.running.filter(isWaiting), notices: nothing },
    { name: 'Ended', running: none, notices: told.filter(({ isRead }) => isRead) },
  ].filter(({ running, notices }) => running.length + notices.length > 0) as {
    name: 'Running' | 'New' | 'Watching' | 'Ended'
    running: Tray['running']
    notices: WorkNotice[]
  }[]
}

/** What has ended and goes on again is told where it runs. */
const withoutRunning = ({ running, notices }: Tray): WorkNotice[] =>
  notices.filter(({ about, work }) => about !== 'ended' || !running.some(({ id }) => id === work.id))

/** Whether the browser tells as well; it is asked by a press alone. */
function Foot() {
  const [isOn, setOn] = useState(tellsInBrowser)
  const [isRefused, setRefused] = useState(false)
  if (!mayTellInBrowser()) return null
  const change = async (isWanted: boolean) => {
    const tells = await tellInBrowser(isWanted)
    setOn(tells)
    setRefused(isWanted && !tells)
  }
  return (
    <div className={`line-above sunken ${styles.foot}`}>
      <Checkbox checked={isOn} onChange={(isWanted) => void change(isWanted)}>
        {text('InBrowser')}
      </Checkbox>
      <p role="status" className="small quiet">
        {isRefused && text('Refused')}
      </p>
    </div>
  )
}

/** Whether the pop-over around it is open. It stands below its button, and goes with a change of the page. */
function useIsOpen(
  own: RefObject<HTMLDivElement | null>,
  door: RefObject<HTMLButtonElement | null>,
): boolean {
  const [isOpen, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const popover = own.current?.parentElement
    if (!popover) return
    const place = () => {
      const { right = 0, width = 0 } = door.current?.getBoundingClientRect() ?? {}
      const beside = innerWidth - right
      const edge = Math.max(8, Math.min(beside - 100, innerWidth - 408))
      popover.style.cssText = `width:400px;right:${edge}px`
      popover.style.setProperty('--tray-arrow', `${beside + width / 2 - edge - 5}px`)
    }
    const look = () => {
      place()
      setOpen(popover.matches(':popover-open'))
    }
    look()
    popover.addEventListener('toggle', look)
    addEventListener('resize', place)
    return () => {
      popover.removeEventListener('toggle', look)
      removeEventListener('resize', place)
    }
  }, [own, door])
  const page = pathname + search
  const openedOn = useRef(page)
  useEffect(() => {
    if (openedOn.current !== page) own.current?.parentElement?.hidePopover()
    openedOn.current = page
  }, [own, page])
  return isOpen
}
