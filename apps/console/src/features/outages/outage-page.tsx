import type { OutageDetail } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { sayOutage } from '@support-console/contract/outages.words'
import { plannedScopes } from '@support-console/contract/planned.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { ReadPage } from '../../kit/skeleton/index.ts'
import { Button } from '../../ui/button.tsx'
import { sayDuration } from '../../ui/durations.ts'
import { Facts } from '../../ui/facts.tsx'
import links from '../../ui/link-button.module.css'
import { sayMinute } from '../../ui/local-time.ts'
import { Section } from '../../ui/section.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { Changes, Watches } from './meanwhile.tsx'
import { OutageBars } from './outage-bars.tsx'
import { Companies, Panels } from './outage-tables.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { capital, sayCompared, sayWhat, wayToScope } from './say-outage.ts'
import { text } from './texts.ts'

/** How often one that lasts is read without news, in milliseconds. */
const readAgainMs = 30_000

interface OutagePageProps {
  readonly outageId: string
}

/** An outage: what stopped, whose, minute by minute, and what was done meanwhile. */
export function OutagePage({ outageId }: OutagePageProps) {
  const read = useRead('GET /outages/v1/outages/{outageId}', {
    params: { outageId },
    news: 'attention',
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? readAgainMs : false),
    retry: false,
  })
  return (
    <ReadPage
      of={read}
      loading={text('Loading')}
      wayOn={<Link to={addresses.outages()}>{text('AllOutages')}</Link>}
    >
      {(outage) => <Shown outage={outage} />}
    </ReadPage>
  )
}

interface ShownProps {
  readonly outage: OutageDetail
}

function Shown({ outage }: ShownProps) {
  const { outageId, from, endedAt, toldAt, panels, back } = outage
  const way = wayToScope(outage)
  const { may } = useAccess()
  const [isPlanning, setPlanning] = useState(false)
  const scope = plannedScopes.find((kind) => kind === outage.of.kind)
  return (
    <div className="stack one-column">
      <Section
        title={capital(sayOutage(outage))}
        state={
          <Status kind={endedAt === null ? 'error' : 'off'} isTag>
            {text(endedAt === null ? 'Lasts' : 'Over')}
          </Status>
        }
        actions={
          <>
            {way && (
              <Link className={links.plain} to={way.to}>
                {way.text}
              </Link>
            )}
            {scope && may('fleet.change') && (
              <Button onPress={() => setPlanning(true)}>{text('PlanWork')}</Button>
            )}
            <Link className={links.plain} to={addresses.outages()}>
              {text('AllOutages')}
            </Link>
          </>
        }
      >
        <p className="section-title">{sayWhat(outage)}</p>
        <p className="quiet">{sayCompared(outage).join(' ')}</p>
        <Facts
          facts={[
            { label: text('From'), value: sayMinute(from) },
            { label: text('Until'), value: endedAt === null ? text('NotOver') : sayMinute(endedAt) },
            {
              label: text('Lasted'),
              value: sayDuration(from, endedAt ?? new Date(serverNow()).toISOString()),
            },
            { label: text('Told'), value: sayMinute(toldAt) },
            { label: text('Back'), value: text('BackOf', { back, panels }) },
          ]}
        />
        <OutageBars of={outage.chart} />
        {isPlanning && scope && (
          <PlanDialog of={{ kind: scope, id: outage.of.id }} onClose={() => setPlanning(false)} />
        )}
      </Section>
      <Changes of={outage.changes} />
      {outage.watches.length > 0 && <Watches of={outage.watches} />}
      <Companies outage={outage} />
      <Panels key={outageId} outage={outage} />
    </div>
  )
}
