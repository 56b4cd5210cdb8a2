import type { PanelThing } from '@support-console/contract'
import { useMoment } from '../../../api/moment.ts'
import { type ObservedSources, useObserved } from '../../../kit/observed/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { sayTime } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Thing } from '../../../ui/thing.tsx'
import { physicalIdOf } from '../../panel-environment/index.ts'
import { PanelInfoButton, services } from '../../panels/index.ts'
import { ConnectionState } from '../frame/belongs-to.tsx'
import { Known, KnownGroup, KnownGroups, type Origin } from '../frame/known.tsx'
import styles from '../frame/things.module.css'
import { text } from '../texts.ts'
import { EnvironmentGroup, pathfinder } from './environment-group.tsx'

interface KnownOfPanelProps {
  readonly thing: PanelThing
}

/** What the inventory and the neighbours say of a panel, each with its age. */
export function KnownOfPanel({ thing }: KnownOfPanelProps) {
  const observed = useObserved('panel', thing.panel.cloudId, thing.physicalId)
  const groups = {
    thing,
    observed,
    inventory: {
      source: text('Inventory'),
      at: thing.updatedAt === null ? null : Date.parse(thing.updatedAt),
    },
  }
  const isInInventory = thing.updatedAt !== null
  const isPast = useMoment() !== null
  return (
    <Section
      title={text(isPast ? 'WhatWasKnown' : 'WhatIsKnown')}
      actions={isInInventory && !isPast && <PanelInfoButton panel={thing.panel} />}
    >
      {!isInInventory && <p className={`below-8 ${styles.notInInventory}`}>{text('PanelNotInInventory')}</p>}
      <KnownGroups>
        <Facts {...groups} />
        <Connection {...groups} />
        {isInInventory && <Services {...groups} />}
        <EnvironmentGroup physicalId={physicalIdOf(thing.physicalId)} last={observed.get(pathfinder)} />
      </KnownGroups>
    </Section>
  )
}

interface GroupProps {
  readonly thing: PanelThing
  readonly observed: ObservedSources
  readonly inventory: Origin
}

const ids = [
  { label: text('PhysicalId'), name: 'physicalPanelId', field: 'physicalId' },
  { label: text('ProductId'), name: 'productId', field: 'productId' },
  { label: text('DeviceId'), name: 'deviceId', field: 'deviceId' },
]

function Facts({ thing: { panel, receiver, connection }, observed, inventory }: GroupProps) {
  const seenAt = connection && Date.parse(connection.saidAt ?? connection.since)
  return (
    <KnownGroup title={text('Facts')}>
      <Known
        label={text('CloudIdLabel')}
        of={inventory.at === null ? { source: text('WebConnect'), at: seenAt } : inventory}
      >
        <span className="mono">{panel.cloudId}</span>
      </Known>
      {inventory.at !== null && (
        <Known label={text('RemotePortalId')} of={inventory}>
          {panel.remoteId ? <span className="mono">{panel.remoteId}</span> : text('NoRemotePortal')}
        </Known>
      )}
      {ids.map(({ label, name, field }) => {
        // As the inventory was told it, else as a neighbour last told it; else the inventory has none.
        const own = panel.panelInfo[name]
        const isOwn = typeof own === 'string' && own !== ''
        const other = isOwn ? undefined : [...observed.values()].find(({ fields }) => fields?.[field])
        const value = isOwn ? own : other?.fields?.[field]
        return (
          <Known key={name} label={label} of={other ?? inventory}>
            {value && <span className="mono">{value}</span>}
          </Known>
        )
      })}
      {receiver !== '' && (
        <Known label={text('Receiver')} of={inventory}>
          <Identifier value={receiver} of="csr" />
        </Known>
      )}
    </KnownGroup>
  )
}

function Connection({ thing: { panel, connection, state }, inventory }: GroupProps) {
  const { lastConnected } = panel.panelInfo
  const { isFresh } = state
  const of = {
    source: text('WebConnect'),
    at: connection && Date.parse(connection.saidAt ?? connection.since),
  }
  return (
    <KnownGroup title={text('Connection')}>
      <Known label={text('State')} of={of}>
        {connection && (
          <span className="row wrap gap-4-8 anywhere medium">
            <ConnectionState state={connection.state} isFresh={isFresh} />
            <span className="anywhere small quiet">{text('Since', { time: sayTime(connection.since) })}</span>
          </span>
        )}
      </Known>
      <Known label={text('LastContainer')} of={of}>
        {connection?.container && <Identifier value={connection.container} of="container" />}
      </Known>
      <Known label={text('Address')} of={of}>
        {connection?.host && <span className="mono">{connection.host}</span>}
      </Known>
      <Known label={text('SimOfSession')} of={of}>
        {connection?.iccid && <Identifier value={connection.iccid} of="sim" />}
      </Known>
      {typeof lastConnected === 'string' && !Number.isNaN(Date.parse(lastConnected)) && (
        <Known label={text('LastConnected')} of={inventory}>
          {sayTime(lastConnected)}
        </Known>
      )}
    </KnownGroup>
  )
}

function Services({ thing, observed, inventory }: GroupProps) {
  const { flagged, panelInfo } = thing.panel
  const portal = observed.get('Remote Portal')
  const said = portal?.fields?.managementDisabled
  const isDisabled = said === undefined ? flagged : said === 'true'
  return (
    <KnownGroup title={text('Services')}>
      {services.map(({ service, value }) => {
        const state = panelInfo.serviceStates.find(({ serviceName }) => serviceName === service)
        return (
          <Known key={service} label={value} of={inventory}>
            {state && <OnOff isOn={state.activated} words={['On', 'Off']} />}
          </Known>
        )
      })}
      <Known label={text('Management')} of={portal && said !== undefined ? portal : inventory}>
        <OnOff isOn={!isDisabled} words={['Enabled', 'Disabled']} />
      </Known>
      {isDisabled !== flagged && (
        <Known label={text('ManagementHere')} of={inventory}>
          <OnOff isOn={!flagged} words={['Enabled', 'Disabled']} />
        </Known>
      )}
      {thing.flagChangedAt && (
        <Known
          label={text('LastChanged')}
          of={{ source: text('Console'), at: Date.parse(thing.flagChangedAt) }}
        >
          {sayTime(thing.flagChangedAt)} {text('By')}{' '}
          <Thing of="staff" id={thing.flagChangedBy}>
            {thing.flagChangedBy}
          </Thing>
        </Known>
      )}
    </KnownGroup>
  )
}

type Word = 'On' | 'Off' | 'Enabled' | 'Disabled'

const OnOff = ({
  isOn,
  words: [on, off],
}: {
  readonly isOn: boolean
  readonly words: readonly [Word, Word]
}) => <Status kind={isOn ? 'ok' : 'off'}>{text(isOn ? on : off)}</Status>
