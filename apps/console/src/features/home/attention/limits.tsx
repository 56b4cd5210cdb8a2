import type { Limits as Told } from '@support-console/contract'
import { localTime } from '../../../ui/local-time.ts'
import home from '../home.module.css'
import { text } from '../texts.ts'

interface LimitsProps {
  readonly of: Told
  /** No row needs attention. */
  readonly isQuiet: boolean
}

/** What is known beside the rows, and what is not: 'nothing' is a statement (D55). */
export function Limits({ of: { panels, sims }, isQuiet }: LimitsProps) {
  const said = [
    isQuiet && panels && panels.heard > 0 && panels.heard === panels.containers && text('NothingStandsOut'),
    panels && sayPanels(panels),
    sims && sims.seen < sims.all && text('SimsNotSeen', { missing: sims.all - sims.seen, all: sims.all }),
  ].filter(Boolean)
  return said.length > 0 && <p className={home.note}>{said.join(' ')}</p>
}

/** So many times as many are still as usual. */
const mostUsual = 1.25

function sayPanels({ silent, all, usual, heardAt, containers, heard }: NonNullable<Told['panels']>): string {
  if (heard === 0) return text('NotHeard', { time: heardAt ? localTime(heardAt).time : '–' })
  const known = silent <= (usual ?? 0) * mostUsual ? text('AsUsual') : text('Usually', { usual: usual ?? 0 })
  const said = text('PanelsSilent', { silent, all, usual: usual === null ? text('UsualUnknown') : known })
  const missing = containers - heard
  return missing > 0 ? `${said} ${text('ContainersNotHeard', { missing, containers })}` : said
}
