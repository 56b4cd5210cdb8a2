import type { Limits as Told } from '@support-console/contract'
import { sayShortly } from '../../../ui/say-when.ts'
import home from '../home.module.css'
import { text } from '../texts.ts'

interface LimitsProps {
  readonly of: Told
  /** No row needs attention. */
  readonly isQuiet: boolean
}

/** What is known beside the rows, and what is not: 'nothing' is a statement (D55). */
export function Limits({ of: { panels, sims }, isQuiet }: LimitsProps) {
  const isHeard = panels !== null && panels.heard > 0 && panels.heard === panels.containers
  const said = [
    ...(isQuiet && isHeard ? [text('NothingStandsOut')] : []),
    ...(panels ? [sayPanels(panels, isQuiet)] : []),
    ...(sims && sims.all > 0 ? [saySims(sims)] : []),
  ]
  return said.length > 0 && <p className={home.note}>{said.join(' ')}</p>
}

function sayPanels(panels: NonNullable<Told['panels']>, isQuiet: boolean): string {
  const { silent, all, usual, heardAt, containers, heard } = panels
  if (heardAt === null) return text('NeverHeard')
  if (heard === 0) return text('NotHeardSince', { time: sayShortly(heardAt) })
  const counts = { silent, all, usual: usual ?? 0, containers, missing: containers - heard }
  return [
    usual === null
      ? text('SilentUsualUnknown', counts)
      : text(isQuiet && silent <= usual * mostUsual ? 'SilentAsUsual' : 'SilentOfAll', counts),
    ...(heard < containers ? [text('ContainersNotHeard', counts)] : []),
  ].join(' ')
}

/** So many times as many are still as usual. */
const mostUsual = 1.25

function saySims({ seen, all }: NonNullable<Told['sims']>): string {
  if (seen >= all) return text('SimsAllSeen')
  return seen === 0 ? text('NoSimSeen', { all }) : text('SimsNotSeen', { missing: all - seen, all })
}
