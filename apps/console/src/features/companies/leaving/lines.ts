import type { Leaving } from '@support-console/contract'
import type { LeavingLine as LineName } from '@support-console/contract/leaving.words'
import { text } from './texts.ts'

export type Line = Leaving['lines'][number]

export const lineNames: Readonly<Record<LineName, string>> = {
  sims: text('LineSims'),
  panels: text('LinePanels'),
  users: text('LineUsers'),
  key: text('LineKey'),
  vpn: text('LineVpn'),
}

export interface LineProps {
  readonly line: Line
  readonly leaving: Leaving
  /** The reader may work at it. */
  readonly isOpen: boolean
  readonly onChanged: () => void
}
