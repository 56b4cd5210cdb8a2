import type { Coverage } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import type { ReactNode } from 'react'
import { sayShortly } from '../../ui/say-when.ts'
import styles from './fleet.module.css'
import { text } from './texts.ts'

interface SeenProps {
  readonly coverage: readonly Coverage[]
  readonly at: string
  readonly lastLook: string | undefined
  /** When the next night's look begins; null: never. */
  readonly nextAt: string | null
  /** What can be done, in the head. */
  readonly ways: ReactNode
  /** Below the head. */
  readonly children: ReactNode
}

/** How far the counts can be trusted: of each carrier's SIMs, how many it told of within 24 hours, before that, or never. */
export function Seen({ coverage, at, lastLook, nextAt, ways, children }: SeenProps) {
  return (
    <section aria-label={text('Seen')}>
      <div className={`line wrap between ${styles.head}`}>
        <h2>{text('Seen')}</h2>
        <div className="row wrap gap-4-12">
          <span className="faint small">
            {[
              text('CoveredAt', { time: sayShortly(at) }),
              lastLook && text('LastSweep', { time: sayShortly(lastLook) }),
              nextAt && text('NextSweep', { time: sayShortly(nextAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {ways}
        </div>
      </div>
      {children}
      <ul className={styles.carriers}>
        {coverage.map(({ carrier, sims, within, older, never, trouble }) => (
          <li key={carrier}>
            <p className={`flex gap-8 ${styles.carrier}`}>
              <strong>{carrierNames[carrier]}</strong> {text('SeenIn', { sims })}
              <strong>{sims === 0 ? '–' : `${((100 * within) / sims).toFixed(1)} %`}</strong>
            </p>
            <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.never} width="100" height="6" />
              <rect className={styles.older} width={shareOf(within + older, sims)} height="6" />
              <rect className={styles.within} width={shareOf(within, sims)} height="6" />
            </svg>
            <p className="faint small">
              {text('SeenRest', { older, never })}
              {trouble && <span className={styles.trouble}> · {trouble}</span>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const shareOf = (part: number, all: number): number => (all === 0 ? 0 : (100 * part) / all)
