import type { Coverage, SilentPanels } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import type { ReactNode } from 'react'
import { Figure, figures, SilentFigure, sayCount } from '../../kit/figures/index.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { text } from './texts.ts'

/** So many carriers have a figure of their own, those with the most SIMs; the others share one. */
const alone = 2

interface SeenProps {
  /** Null: the reader may not read it. */
  readonly panels: SilentPanels | null
  readonly coverage: readonly Coverage[]
  readonly at: string
  readonly lastLook: string | undefined
  /** When the next night's look begins; null: never. */
  readonly nextAt: string | null
  /** What can be done. */
  readonly ways: ReactNode
  readonly children: ReactNode
}

/** How many panels are silent now, and how far the list can be trusted: whom of its SIMs each carrier told of within 24 hours. */
export function Seen({ panels, coverage, at, lastLook, nextAt, ways, children }: SeenProps) {
  const bySims = coverage.toSorted((one, other) => other.sims - one.sims)
  const groups = [...bySims.slice(0, alone).map((carrier) => [carrier]), bySims.slice(alone)]
  return (
    <section aria-label={text('Seen')} className="stack below-12 gap-8">
      <div className={figures.figures}>
        {panels && <SilentFigure of={panels} now={Date.parse(at)} isLink={false} />}
        {groups.map((some) => some.length > 0 && <OfCarriers key={some[0]?.carrier} of={some} />)}
      </div>
      <div className="line wrap between">
        <p className="faint small">
          {[
            text('CoveredAt', { time: sayShortly(at) }),
            lastLook && text('LastSweep', { time: sayShortly(lastLook) }),
            nextAt && text('NextSweep', { time: sayShortly(nextAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="row wrap gap-4-12">{ways}</div>
      </div>
      {children}
    </section>
  )
}

function OfCarriers({ of }: { readonly of: readonly Coverage[] }) {
  const sum = (what: 'sims' | 'within' | 'older' | 'never') =>
    of.reduce((all, carrier) => all + carrier[what], 0)
  const [sims, within, older, never] = [sum('sims'), sum('within'), sum('older'), sum('never')]
  const troubles = of.flatMap(({ trouble }) => (trouble ? [trouble] : []))
  return (
    <Figure
      name={text('SeenBy', { carriers: of.map(({ carrier }) => carrierNames[carrier]).join(', ') })}
      value={sims === 0 ? '–' : sayCount(within)}
      rest={sims === 0 ? text('NoSims') : text('OfSims', { sims: sayCount(sims) })}
    >
      <div className={`clip ${figures.unknown}`}>
        <div style={{ width: `${sims === 0 ? 0 : (100 * within) / sims}%` }} />
      </div>
      <p className="small quiet">
        {[older > 0 && text('SeenEarlier', { older }), never > 0 && text('SeenNever', { never })]
          .filter(Boolean)
          .join(' · ')}
        {troubles.length > 0 && <span className="wrong"> {troubles.join(' ')}</span>}
      </p>
    </Figure>
  )
}
