import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Identifier } from '../../../ui/identifier.tsx'
import { shortIdentifier } from '../../../ui/identifier-text.ts'
import { text } from '../texts.ts'
import styles from './things.module.css'
import type { Subject } from './use-thing.ts'

const names = { sim: 'SimId', panel: 'CloudId' } as const

/**
 * The main identifier, large and grouped for the eye. The page's title holds it too: for who listens always, for the eye
 * when the head has scrolled away.
 */
export function ThingIdentifier({ kind, id }: Subject) {
  const own = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const [title, setTitle] = useState<Element | null>(null)
  useLayoutEffect(() => setTitle(document.querySelector('[data-title-subject]')), [])
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false), {
      // Below the header.
      rootMargin: '-48px 0px 0px 0px',
    })
    if (own.current) watch.observe(own.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={own} className={styles.identifier}>
      <Identifier
        value={id}
        kind={kind === 'sim' ? 'iccid' : 'other'}
        copyName={kind === 'sim' || kind === 'panel' ? text(names[kind]) : text('Sim')}
        showsCopy
      />
      {title &&
        createPortal(
          <>
            <span className="visually-hidden"> {id}</span>
            {isAway && <span aria-hidden="true"> {shortIdentifier(id)}</span>}
          </>,
          title,
        )}
    </div>
  )
}
