import type { Sweep } from '@support-console/contract'
import { carrierNames } from '@support-console/contract/carriers'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { ChangeOutcome } from '../../ui/call-banner/change-outcome.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { ProgressTrack, sayTimeLeft } from '../../ui/progress-bar.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import styles from './fleet.module.css'
import { text } from './texts.ts'

/** Looking at all (D50): its button for the head, and below that how far the one that runs is, or why the last was not whole. */
export function useSweep(sweep: Sweep | null | undefined, sims: number, onChanged: () => unknown) {
  const mayChange = useAccess().may('fleet.change')
  const begin = useChange('POST /fleet/v1/sweeps', frame('TitleFleet'), onChanged)
  const [isAsking, setAsking] = useState(false)
  const isRunning = sweep?.state === 'running'
  return {
    button: mayChange && (
      <Button
        size="tool"
        icon={<RefreshIcon />}
        isBusy={begin.isPending}
        busyText={text('Beginning')}
        disabledReason={isRunning ? text('RunsAlready') : undefined}
        onPress={() => setAsking(true)}
      >
        {text('LookAtAll')}
      </Button>
    ),
    outcomes: (
      <>
        <ChangeOutcome of={begin} />
        {sweep && isRunning && <Running sweep={sweep} mayStop={mayChange} onChanged={onChanged} />}
        {sweep && !isRunning && sweep.state !== 'finished' && (
          <p className="faint small" role="status">
            {sweep.state === 'stopped' ? text('SweepStopped') : sweep.reason} {text('SweepGoesOn')}
          </p>
        )}
        <ConfirmDialog
          isOpen={isAsking}
          title={text('LookAtAllQuestion')}
          consequences={[text('LookAtAllAsks', { sims }), text('LookAtAllBehind'), text('LookAtAllStops')]}
          verb={text('LookAtAllVerb')}
          onConfirm={() => {
            setAsking(false)
            void begin.start({ body: { of: 'all' } }, text('ActionLookAtAll'))
          }}
          onCancel={() => setAsking(false)}
        />
      </>
    ),
  }
}

interface RunningProps {
  readonly sweep: Sweep
  readonly mayStop: boolean
  readonly onChanged: () => unknown
}

function Running({ sweep, mayStop, onChanged }: RunningProps) {
  const stop = useChange('POST /fleet/v1/sweeps/{sweepId}/stop', frame('TitleFleet'))
  const { sweepId, by, beganAt, leftMs, lanes } = sweep
  const [done, total] = [sum(lanes.map(doneOf)), sum(lanes.map(totalOf))]
  const time = sayShortly(beganAt)
  const stopIt = async () => {
    await stop.start({ params: { sweepId } }, text('ActionStopSweep'))
    await onChanged()
  }
  return (
    <section className={styles.sweep} aria-label={text('Sweep')}>
      <p className={`row wrap below-4 ${styles.runs}`}>
        <span role="status">{by ? text('SweepBy', { who: by, time }) : text('SweepByNight', { time })}</span>
        <span className="tabular to-end">
          {text('SweepFar', { done, total })} ·{' '}
          {sayTimeLeft(leftMs === null ? undefined : Math.ceil(leftMs / 1000))}
        </span>
        {mayStop && (
          <Button
            size="tool"
            isBusy={stop.isPending}
            busyText={text('Stopping')}
            onPress={() => void stopIt()}
          >
            {text('Stop')}
          </Button>
        )}
      </p>
      <ProgressTrack label={text('Sweep')} total={total} done={done} parts={{ success: done }} />
      <p className="faint small">{lanes.map(sayLane).join(' · ')}</p>
      <CallBanner call={stop} hidesSuccess />
    </section>
  )
}

type Lane = Sweep['lanes'][number]

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
const doneOf = ({ listed, read }: Lane): number => listed + read
const totalOf = (lane: Lane): number =>
  lane.state === 'finished'
    ? doneOf(lane)
    : Math.max(lane.plannedList, lane.listed) + Math.max(lane.plannedReads, lane.read)

/** 'Verizon done', 'AT&T 12 of 30', 'Aeris waits: Aeris does not answer.' */
function sayLane(lane: Lane): string {
  const carrier = carrierNames[lane.carrier]
  if (lane.state === 'finished') return text('LaneDone', { carrier })
  const far = text('LaneFar', { carrier, done: doneOf(lane), total: totalOf(lane) })
  return lane.reason ? `${far}: ${lane.reason}` : far
}
