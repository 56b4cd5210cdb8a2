import type { Waves } from '@support-console/contract'
import { countedAfter } from '@support-console/contract/receivers.words'
import type { CallName } from '../../../api/call-types.ts'
import { useAccess } from '../../../api/index.ts'
import { useChange } from '../../../api/use-change.ts'
import { ExportMenu, type Format, fileOfSheet, sayFormat, useDownload } from '../../../kit/download/index.ts'
import { Asked, useWhy } from '../../../kit/why/index.ts'
import { panelsAfter, sayServerState } from './server-columns.tsx'
import { text } from './texts.ts'

type Pressed = 'GoOn' | 'Stop' | 'Return'
const calls = {
  GoOn: 'POST /csrmanagement/v1/waves/{planId}/go-on',
  Stop: 'POST /csrmanagement/v1/waves/{planId}/stop',
  Return: 'POST /csrmanagement/v1/waves/{planId}/return',
} as const satisfies Record<Pressed, CallName>

interface ActionsProps {
  readonly waves: Waves
  readonly onChanged: () => void
}

/** Go on, stop, the way back, and the file. */
export function WavesActions({ waves, onChanged }: ActionsProps) {
  const may = useAccess().may('csr.change')
  const { finishedAt, pausedWhy, stoppedAt, direction, servers, plan } = waves
  const isOpen = finishedAt === null
  const back = servers.filter(
    ({ firstRelease, state }) => firstRelease !== null && state !== 'returned' && state !== 'aside',
  )
  const canReturn = back.length > 0 && (direction === 'forward' || !isOpen)
  const download = useDownload(text('ScreenTitle'))
  const save = (format: Format) =>
    void download.run(text('ActionDownload', { release: plan.release, format: sayFormat(format) }), () =>
      fileOfSheet(sheetOf(waves), format),
    )
  const own = { waves, onChanged }
  return (
    <>
      {may && isOpen && pausedWhy !== null && (
        <Press {...own} press="GoOn" consequences={[text('GoOnTakes'), text('GoOnNext')]} />
      )}
      {may && isOpen && stoppedAt === null && (
        <Press
          {...own}
          press="Stop"
          consequences={[text('StopEnds'), text('StopKeeps', { release: plan.release })]}
        />
      )}
      {may && canReturn && (
        <Press
          {...own}
          press="Return"
          count={back.length}
          consequences={[text('ReturnEach'), text('ReturnCuts', { budget: waves.budget })]}
        />
      )}
      <ExportMenu onDownload={save} isBusy={download.isRunning} />
    </>
  )
}

interface PressProps extends ActionsProps {
  readonly press: Pressed
  readonly count?: number
  readonly consequences: readonly string[]
}

/** One press with its question. The way back cuts panels off, so it asks why. */
function Press({ waves: { planId, plan }, onChanged, press, count = 0, consequences }: PressProps) {
  const change = useChange<CallName>(calls[press], text('ScreenTitle'), onChanged)
  const why = useWhy(`${press} ${planId}`)
  const cuts = press === 'Return'
  return (
    <Asked
      button={{ size: 'tool', look: press === 'GoOn' ? 'primary' : 'plain' }}
      busyText={text('Sending')}
      change={change}
      title={text(questions[press], { count })}
      consequences={consequences}
      verb={text(verbs[press])}
      {...(cuts && { isDanger: true, why })}
      onConfirm={(query) =>
        change.start(
          { params: { planId }, ...(cuts && { query }) },
          text(`Action${press}`, { release: plan.release }),
        )
      }
    >
      {text(press)}
    </Asked>
  )
}

const questions = { GoOn: 'GoOnQuestion', Stop: 'StopQuestion', Return: 'ReturnQuestion' } as const
const verbs = { GoOn: 'GoOnVerb', Stop: 'StopVerb', Return: 'ReturnVerb' } as const

/** All servers with what was predicted beside what happened. */
function sheetOf({ plan, servers }: Waves) {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  return {
    name: `release-${plan.release}-in-waves`,
    columns: [
      { heading: text('Wave'), kind: 'number' as const },
      { heading: text('Server') },
      { heading: text('State') },
      { heading: text('Why') },
      { heading: text('First') },
      { heading: text('Runs') },
      { heading: text('PlannedPanels'), kind: 'number' as const },
      { heading: text('Before'), kind: 'number' as const },
      ...countedAfter.map((minutes) => ({ heading: text('After', { minutes }), kind: 'number' as const })),
      { heading: text('PlannedMinutes'), kind: 'number' as const },
      { heading: text('Minutes'), kind: 'number' as const },
      { heading: text('Evidence') },
    ],
    rows: servers.map((server) => [
      String(server.wave),
      server.server,
      sayServerState(server.state),
      server.note,
      server.firstRelease ?? '',
      server.runs?.release ?? '',
      number(server.planned?.panels),
      number(server.before?.panels),
      ...countedAfter.map((minutes) => number(panelsAfter(server, minutes))),
      number(server.plannedMinutes),
      number(server.tookMinutes),
      server.evidence.map(({ says }) => says).join(' '),
    ]),
  }
}
