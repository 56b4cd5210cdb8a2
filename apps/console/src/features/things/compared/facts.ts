import type { PanelConnection, PanelThing, SimThing, ThingState } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { sayBeside, sayOnline, sayState } from '../../../kit/thing-state/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { sayTime } from '../../../ui/local-time.ts'
import { sayFound } from '../../diagnosis/index.ts'
import { text } from '../texts.ts'

/** A field of a thing, and its value in words; empty: none is known. */
export type Fact = readonly [name: string, value: string]

/** Of two lists of the same fields those whose values differ. */
export const differing = (before: readonly Fact[], after: readonly Fact[]) =>
  before.flatMap(([name, value], place) => {
    const other = after[place]?.[1] ?? ''
    return value === other ? [] : [{ name, before: value, after: other }]
  })

const said = (instant: string | null | undefined): string => (instant ? sayTime(instant) : '')

const stateFacts = (state: ThingState): Fact[] => [
  [
    text('State'),
    [
      sayState(state),
      ...(state.online ? [sayOnline(state.online)] : []),
      ...sayBeside({ ...state, cause: null }),
    ].join(' · '),
  ],
  [text('SinceLabel'), said(state.since)],
  [text('SourceLabel'), state.source],
  [text('VerdictLabel'), state.cause ? sayFound(state.cause) : ''],
]

const sessions = { connected: 'Connected', silent: 'Silent', gone: 'Gone' } as const

const sessionFacts = (connection: PanelConnection | null | undefined): Fact[] => [
  [text('SessionLabel'), connection ? text(sessions[connection.state]) : ''],
  [text('ContainerLabel'), connection?.container ?? ''],
  [text('Address'), connection?.host ?? ''],
  [text('SimOfSession'), connection?.iccid ?? ''],
]

export const simFacts = (sim: SimThing): readonly Fact[] => [
  ...stateFacts(sim.state),
  [kindName('company'), sim.company?.name ?? ''],
  [kindName('panel'), sim.panels.map(({ cloudId }) => cloudId).join(', ')],
  ...sessionFacts(sim.panels.find(({ connection }) => connection)?.connection),
  [text('Usability'), sim.usability ?? ''],
  [text('DeactivatedLabel'), said(sim.deactivatedAt)],
  [text('Carrier'), sim.vendorCode ? carrierNames[sim.vendorCode] : ''],
  [text('Phone'), sim.phoneNumber],
]

export const panelFacts = (thing: PanelThing): readonly Fact[] => [
  ...stateFacts(thing.state),
  [kindName('company'), thing.company?.name ?? ''],
  [kindName('sim'), thing.sims.map(({ iccid }) => iccid).join(', ')],
  ...sessionFacts(thing.connection),
  [text('Receiver'), thing.receiver],
  [text('Management'), thing.updatedAt ? text(thing.panel.flagged ? 'Disabled' : 'Enabled') : ''],
  [text('RemotePortalId'), thing.panel.remoteId],
  [text('PhysicalId'), thing.physicalId],
  [text('ProductId'), thing.productId],
  [text('DeviceId'), thing.deviceId],
]
