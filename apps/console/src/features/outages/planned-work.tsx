import type { Planned } from '@support-console/contract'
import { sayOutage } from '@support-console/contract/outages.words'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayDate, sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './outages.module.css'
import { PlanDialog } from './plan-dialog.tsx'
import { capital } from './say-outage.ts'
import { text } from './texts.ts'

/** Outages that are expected (issue 52, 6): what goes on, and what is to come. */
export function PlannedWork() {
  const { may } = useAccess()
  const [isPlanning, setPlanning] = useState(false)
  const { data, error, refetch } = useRead('GET /outages/v1/planned')
  const mayChange = may('fleet.change')
  return (
    <Section
      title={text('PlannedWork')}
      actions={
        mayChange && (
          <Button size="tool" onPress={() => setPlanning(true)}>
            {text('PlanWork')}
          </Button>
        )
      }
    >
      {error && <CallBanner call={{ status: 'rejected', error }} />}
      {/* Its line is there before it is known: nothing below it moves. */}
      {!error && !data?.length && (
        <p className="quiet">{data ? text('NothingPlanned') : text('PlansCome')}</p>
      )}
      {data && data.length > 0 && (
        <ul aria-label={text('PlannedWork')}>
          {data.map((plan) => (
            <Row key={plan.planId} of={plan} mayEnd={mayChange} onEnded={refetch} />
          ))}
        </ul>
      )}
      {isPlanning && <PlanDialog onDone={refetch} onClose={() => setPlanning(false)} />}
    </Section>
  )
}

interface RowProps {
  readonly of: Planned
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

function Row({ of: plan, mayEnd, onEnded }: RowProps) {
  const end = useChange('POST /outages/v1/planned/{planId}/end', frame('TitleOutages'))
  const { planId, next, isNow, reason, by, from, to, timeZone, until } = plan
  const scope = capital(sayOutage(plan))
  const endIt = async () => {
    await end.start({ params: { planId } }, text('ActionEndPlan', { scope }))
    await onEnded()
  }
  return (
    <li className={`stack gap-4-12 line-below ${styles.row}`}>
      <time className="quiet tabular" dateTime={next.from}>
        {sayShortly(next.from)}
      </time>
      <span className="anywhere">
        <strong>{scope}</strong>{' '}
        {isNow && <Status kind="running">{text('PlannedNow', { time: sayShortly(next.to) })}</Status>}{' '}
        {text('PlannedTimes', { from, to, zone: timeZone })}{' '}
        {until && text('PlannedWeekly', { day: sayDate(until) })} <bdi>{reason}</bdi>
        {by && ` · ${by}`}
        <CallBanner call={end} hidesSuccess />
      </span>
      {mayEnd && (
        <Button
          size="row"
          isBusy={end.isPending}
          busyText={text('EndingPlan')}
          aria-label={text('EndPlanOf', { scope })}
          onPress={() => void endIt()}
        >
          {text('EndPlan')}
        </Button>
      )}
    </li>
  )
}
