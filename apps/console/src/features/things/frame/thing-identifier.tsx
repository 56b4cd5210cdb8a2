import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { text as frameText } from '../../../texts/text.ts'
import { classes } from '../../../ui/classes.ts'
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

/**
 * The main identifier, or the name where it has one, large and grouped for the eye. The page's title holds it too: for
 * who listens always, for the eye when the head has scrolled away.
 */
export function ThingIdentifier({ kind, id, name }: Subject & { readonly name?: string | undefined }) {
  const shown = name ?? id
  const own = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const [title, setTitle] = useState<Element | null>(null)
  // The tab has it by the address alone, which says no name.
  useEffect(() => {
    if (name === undefined) return
    const title = frameText('WindowTitle', { subject: name, title: text('Company') })
    document.title = frameText('DocumentTitle', { title })
  }, [name])
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
    <div ref={own} className={classes(styles.identifier, sizes[kind])}>
      <Identifier
        value={shown}
        kind={forms[kind] ?? 'other'}
        copyName={text(names[kind as keyof typeof names])}
        showsCopy
      />
      {title &&
        createPortal(
          <>
            <span className="visually-hidden"> {shown}</span>
            {isAway && <span aria-hidden="true"> {name ?? shortIdentifier(id, forms[kind])}</span>}
          </>,
          title,
        )}
    </div>
  )
}
