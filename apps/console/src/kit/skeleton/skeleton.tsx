import type { ReactNode } from 'react'
import { text } from '../../texts/text.ts'
import { Fold } from '../../ui/fold.tsx'
import { ChevronDownIcon } from '../../ui/icons/screens.tsx'
import styles from './skeleton.module.css'

/** A page of one thing: the footer is below what comes, and all of it stands on one sheet of paper. */
export function Page({ children }: { readonly children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}

interface HeadProps {
  /** The name of the thing. */
  readonly title: ReactNode
  /** Its one state, and since when. */
  readonly tag?: ReactNode
  /** At most two buttons. */
  readonly actions?: ReactNode
  /** What else can be done. */
  readonly more?: ReactNode
  /** The zones below, in their order: sub-line, answer, what came of the actions. */
  readonly children?: ReactNode
}

/** Head: name and tag left, what can be done right; below 700 that stands after the answer. */
export function Head({ title, tag, actions, more, children }: HeadProps) {
  return (
    <div className={`stack ${styles.head}`}>
      <div className={`row gap-12 narrow ${styles.title}`}>
        {title}
        {tag}
      </div>
      {Boolean(actions || more) && (
        <div className={`row gap-8 ${styles.actions}`}>
          {actions}
          {Boolean(more) && (
            <Fold
              label={text('More')}
              words={
                <>
                  {text('More')}
                  <ChevronDownIcon size={14} />
                </>
              }
            >
              {more}
            </Fold>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

/** Sub-line: what the thing belongs to, as links. As many lines are kept as it will have. */
export function SubLine({ lines = 1, children }: { readonly lines?: number; readonly children: ReactNode }) {
  return (
    <dl className={`row wrap gap-4-20 ${styles.subLine}`} data-lines={lines}>
      {children}
    </dl>
  )
}

/** Picture and answer: a way, a day or figures, and below it one sentence with the next step. */
export function Answer({ children }: { readonly children: ReactNode }) {
  return <div className={`above-12 ${styles.answer}`}>{children}</div>
}

/** Two things side by side, 2 to 1; one below the other where there is no room. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={`stack ${styles.columns}`}>{children}</div>
}

/** What came of what was done in the head. */
export function Outcomes({ children }: { readonly children: ReactNode }) {
  return <div className={`stack above-12 gap-12 ${styles.outcomes}`}>{children}</div>
}

/** Body: it comes after the first answer, whose height follows its text. */
export function Body({ isComing, children }: { readonly isComing: boolean; readonly children: ReactNode }) {
  return (
    <div className={`contents ${styles.body}`} data-coming={isComing || undefined}>
      {children}
    </div>
  )
}
