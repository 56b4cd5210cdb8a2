import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { kindName } from '../../../kit/thing-words.ts'
import { text as frameText } from '../../../texts/text.ts'
import { classes } from '../../../ui/classes.ts'
import { type MarkKind, StateMark } from '../../../ui/icons/marks.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { type IdentifierKind, shortIdentifier } from '../../../ui/identifier-text.ts'
import { text } from '../texts.ts'
import styles from './things.module.css'
import type { Subject } from './use-thing.ts'

const names = {
  sim: 'SimId',
  panel: 'CloudId',
  company: 'CompanyName',
  transaction: 'TransactionId',
} as const
const forms: Partial<Record<Subject['kind'], IdentifierKind>> = { sim: 'iccid', transaction: 'guid' }
const sizes: Partial<Record<Subject['kind'], string | undefined>> = {
  company: styles.name,
  transaction: styles.uuid,
}

interface ThingIdentifierProps extends Subject {
  readonly name?: string | undefined
  /** Of its verdict. */
  readonly mark?: MarkKind | undefined
}

/**
 * The main identifier, or the name where it has one, large and grouped for the eye. The page's title holds it too: for
 * who listens always, for the eye when the head has scrolled away.
 */
export function ThingIdentifier({ kind, id, name, mark }: ThingIdentifierProps) {
  const shown = name ?? id
  const own = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const title = usePlace('[data-title-subject]')
  const beforeTitle = usePlace('[data-title-mark]')
  // The tab has it by the address alone, which says no name.
  useEffect(() => {
    if (name === undefined) return
    const title = frameText('WindowTitle', { subject: name, title: kindName('company') })
    document.title = frameText('DocumentTitle', { title })
  }, [name])
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false), {
      // Below the header.
      rootMargin: '-48px 0px 0px 0px',
    })
    if (own.current) watch.observe(own.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={own} className={classes(styles.identifier, sizes[kind])}>
      <Identifier
        value={shown}
        kind={forms[kind] ?? 'other'}
        copyName={text(names[kind as keyof typeof names])}
        showsCopy
      />
      {isAway &&
        mark &&
        beforeTitle &&
        createPortal(<StateMark kind={mark} className={styles.titleMark} />, beforeTitle)}
      {title &&
        createPortal(
          <>
            <span className="visually-hidden"> {shown}</span>
            {isAway && (
              <span aria-hidden="true">
                {' '}
                {name ?? <span className="nowrap">{shortIdentifier(id, forms[kind])}</span>}
              </span>
            )}
          </>,
          title,
        )}
    </div>
  )
}

/** A place of the frame's. */
function usePlace(selector: string): Element | null {
  const [place, setPlace] = useState<Element | null>(null)
  useLayoutEffect(() => setPlace(document.querySelector(selector)), [selector])
  return place
}
