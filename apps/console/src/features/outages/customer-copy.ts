import type { OutagePanel } from '@support-console/contract'
import { localOf } from '@support-console/contract/disablings.words'
import { type Sheet, timeHeading } from '../../kit/download/index.ts'
import { plainTime, zoneOffset } from '../../ui/local-time.ts'
import { text } from './texts.ts'

interface Copied {
  companyName: string
  panels: readonly OutagePanel[]
  isAll: boolean
  /** The customer's: 'America/Chicago'. */
  timeZone: string
  /** Up to when it is known who is back. UTC, ISO 8601. */
  asOf: string
}

/** What a customer is told of an outage: which of their panels, from when to when. No cause, no address, no other company. */
export function customerLines({ companyName, panels, isAll, timeZone, asOf }: Copied): string[] {
  const local = (instant: string) => localOf(new Date(instant), timeZone)
  return [
    text('CustomerHead', { name: companyName }),
    '',
    text('CustomerIntro', { count: panels.length }),
    ...panels.map(({ cloudId: id, from, to }) =>
      to === null
        ? text('CustomerPanelAway', { id, from: local(from), asOf: local(asOf) })
        : text('CustomerPanel', { id, from: local(from), to: local(to) }),
    ),
    '',
    ...(isAll ? [] : [text('CustomerNotAll', { count: panels.length })]),
    text('CustomerFoot', { zone: timeZone }),
  ]
}

/** The same as a list (D35). */
export function customerSheet({ panels, timeZone, asOf }: Copied): Sheet {
  const local = (instant: string) => localOf(new Date(instant), timeZone)
  const heading = (name: string) => `${name} (${timeZone})`
  return {
    name: text('FileCustomer', { day: local(panels[0]?.from ?? asOf).slice(0, 10) }),
    columns: [
      { heading: text('SheetPanel') },
      { heading: heading(text('SheetFrom')), kind: 'time' },
      { heading: heading(text('SheetTo')), kind: 'time' },
    ],
    rows: panels.map(({ cloudId, from, to }) => [
      cloudId,
      `${local(from)}:00`,
      to === null ? '' : `${local(to)}:00`,
    ]),
  }
}

/** All panels of an outage, for its own people; times are the reader's. @param names of its companies, by ID */
export function panelSheet(
  outageId: string,
  panels: readonly OutagePanel[],
  names: ReadonlyMap<number, string>,
): Sheet {
  const zones = [...new Set(panels.flatMap(({ from, to }) => [from, to ?? from]))].map((at) =>
    zoneOffset(new Date(at)),
  )
  return {
    name: text('FileOutage', { id: outageId }),
    columns: [
      { heading: text('SheetPanel') },
      { heading: text('SheetCompany') },
      { heading: timeHeading(text('SheetFrom'), zones), kind: 'time' },
      { heading: timeHeading(text('SheetTo'), zones), kind: 'time' },
    ],
    rows: panels.map(({ cloudId, companyId, from, to }) => [
      cloudId,
      companyId === null ? '' : (names.get(companyId) ?? ''),
      plainTime(from),
      to === null ? '' : plainTime(to),
    ]),
  }
}
