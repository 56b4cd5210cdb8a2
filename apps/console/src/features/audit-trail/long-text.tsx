import { useMemo, useState } from 'react'
import { InPlace } from '../../ui/in-place.ts'
import { Said } from '../../ui/thing.tsx'
import styles from './audit-trail.module.css'
import { cut, printable } from './printable.ts'
import { text } from './texts.ts'

/** Of a longer one so much is shown at first. */
const most = 300

/** A text that someone else wrote, in a direction of its own, cut until all of it is wanted. */
export function LongText({ children }: { readonly children: string }) {
  const [isWhole, setWhole] = useState(false)
  const { shown, count, isCut } = useMemo(() => cut(children, most), [children])
  const parts = useMemo(() => printable(isWhole ? children : shown), [isWhole, children, shown])
  return (
    <>
      <bdi>
        <InPlace of={parts}>
          {(part) =>
            part.isEscape ? (
              <span className={`code quiet ${styles.escape}`}>{part.text}</span>
            ) : (
              <Said leavesPeople>{part.text}</Said>
            )
          }
        </InPlace>
        {isCut && !isWhole && '…'}
      </bdi>
      {isCut && (
        <>
          {' '}
          <button
            type="button"
            className={`accent ${styles.more}`}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? text('ShowLess') : text('ShowAll', { count })}
          </button>
        </>
      )}
    </>
  )
}
