import type { UserActionItem } from '@support-console/contract'
import { readWhy } from '@support-console/contract/reasons.words'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { WhyLine } from '../../kit/why/index.ts'
import { classes } from '../../ui/classes.ts'
import { placeBeside } from '../../ui/floating.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { Status } from '../../ui/status.tsx'
import tooltip from '../../ui/tooltip.module.css'
import styles from './audit-trail.module.css'
import { type Entry, linesFound, markOf, outcomesOf, type SubRow, sayResult } from './entries.ts'
import { LongText } from './long-text.tsx'
import { text } from './texts.ts'

/** What was said of a transaction first, and how it ended, so that no closed row hides a failure. */
export function MainDescription(props: { readonly item: UserActionItem; readonly searched: string }) {
  const { item, searched } = props
  const outcomes = outcomesOf(item, searched)
  return (
    <div className="stack gap-2">
      <div className={styles.line}>
        {item.source === 'console' && <ConsoleMark />}
        <span>
          <LongText>{item.statusDesc}</LongText>
        </span>
        {outcomes.length > 0 && (
          <span className={`wrap ${styles.outcomes}`}>
            <span className="visually-hidden">{text('Outcome')} </span>
            {outcomes.map((result) => (
              <Status key={result} kind={markOf(result)}>
                {sayResult(result)}
              </Status>
            ))}
          </span>
        )}
      </div>
      {item.source === 'server' && <What entry={item} />}
      {linesFound(item, searched).map((line) => (
        <span key={line} className="quiet">
          <LongText>{line}</LongText>
        </span>
      ))}
    </div>
  )
}

/** A later entry; what it repeats of its transaction's first is left out. */
export function SubDescription({ entry, main }: { readonly entry: SubRow; readonly main: UserActionItem }) {
  const repeats = entry.source === 'server' && entry.statusDesc === main.statusDesc
  return (
    <div className="stack gap-2">
      <div className={styles.line}>
        {entry.source === 'console' ? (
          <ConsoleMark />
        ) : (
          <Status kind={markOf(entry.result)} className={styles.result}>
            {sayResult(entry.result)}
          </Status>
        )}
        {repeats ? (
          <What entry={entry} />
        ) : (
          <span>
            <LongText>{entry.statusDesc}</LongText>
          </span>
        )}
      </div>
      {!repeats && <What entry={entry} />}
    </div>
  )
}

/** What it was done to, and why it was refused or what changed. */
function What({ entry: { object, detail } }: { readonly entry: Entry }) {
  if (object === '' && detail === '') return null
  const { rest, ...why } = readWhy(detail)
  const hasWhy = rest !== detail
  return (
    <span className="quiet">
      {object !== '' && <LongText>{object}</LongText>}
      {object !== '' && hasWhy && ' · '}
      <WhyLine {...why} />
      {(object !== '' || hasWhy) && rest !== '' && ' · '}
      {rest !== '' && <LongText>{rest}</LongText>}
    </span>
  )
}

/** Before what is only said: see AboutMarks. */
function ConsoleMark() {
  return (
    <span className={`faint ${styles.claim}`} title={text('SaidByConsole')}>
      <ConsoleIcon />
      <span className="visually-hidden">{text('SaidByConsole')}: </span>
    </span>
  )
}

function ConsoleIcon() {
  return (
    <Icon size={14}>
      <path d="M2.5 3h11v7.5h-6l-3 2.5v-2.5h-2z" />
    </Icon>
  )
}

/**
 * In the tool bar: which entries are claims, and which are the server's own (D18). Shown by a press, so that a tap shows
 * it too; gone with the next, with Escape, or when something else is done.
 */
export function AboutMarks() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const [target, shown] = [button.current, note.current]
    if (!isOpen || !target || !shown) return
    // The browser's top layer: the table does not clip it.
    shown.showPopover()
    placeBeside(target.getBoundingClientRect(), shown, 'bottom', 6)
    const leave = () => setOpen(false)
    window.addEventListener('scroll', leave, { capture: true, passive: true })
    return () => {
      window.removeEventListener('scroll', leave, { capture: true })
      shown.hidePopover()
    }
  }, [isOpen])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`sign ${styles.aboutMark}`}
        aria-label={text('AboutMarks')}
        aria-describedby={id}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <StateMark kind="info" />
      </button>
      <span
        ref={note}
        id={id}
        role="tooltip"
        popover="manual"
        className={classes('floating anywhere small to-start rounded inverse', tooltip.tooltip, styles.about)}
      >
        <span>
          <ConsoleIcon /> {text('MarkOfConsole')}
        </span>
        <span>
          <StateMark kind="ok" /> {text('MarkOfServer')}
        </span>
      </span>
    </>
  )
}
