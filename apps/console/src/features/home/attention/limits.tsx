import type { Limits as Told } from '@support-console/contract'
import { localTime } from '../../../ui/local-time.ts'
import { text } from '../texts.ts'

interface LimitsProps {
  readonly of: Told
  /** No row needs attention. */
  readonly isQuiet: boolean
}

/** What is known beside the rows, and what is not: 'nothing' is a statement (D55). A container that does not answer is a row. */
export function Limits({ of: { panels, sims }, isQuiet }: LimitsProps) {
  const said = [
    isQuiet && panels && panels.heard > 0 && panels.heard === panels.containers && text('NothingStandsOut'),
    panels && sayPanels(panels),
    sims && sims.seen < sims.all && text('SimsNotSeen', { missing: sims.all - sims.seen, all: sims.all }),
  ].filter(Boolean)
  return said.length > 0 && <p className="above-12">{said.join(' ')}</p>
}

function sayPanels({ usual, heardAt, heard, ...counts }: NonNullable<Told['panels']>): string {
  if (heard === 0) return text('NotHeard', { time: heardAt ? localTime(heardAt).time : '–' })
  return usual === null ? text('UsualUnknown', counts) : text('PanelsSilent', { ...counts, usual })
}
