import type { Look } from '@support-console/contract'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { ProgressTrack, sayTimeLeft } from '../../../ui/progress-bar.tsx'
import { VerdictBox } from '../verdict-box.tsx'
import styles from './looks.module.css'
import { text } from './texts.ts'
import type { Looking } from './use-look.ts'

interface LookBoxProps {
  readonly looking: Looking
  /** Shows again what stands here without a look. */
  readonly onClose: () => void
}

/** How far a look at many is, what it has found, and what can be done about it; as high as a verdict. */
export function LookBox({ looking, onClose }: LookBoxProps) {
  const { look } = looking
  if (!look) return null
  const { total, wrong, notKnown, fine, inFlight } = look.counts
  return (
    <div className={`relative ${styles.look}`}>
      <VerdictBox
        state={stateOf(look)}
        word={wordOf(look)}
        sentence={sentenceOf(look)}
        second={secondOf(look)}
      >
        <div className="row wrap gap-8-12">
          <Ways looking={looking} look={look} onClose={onClose} />
        </div>
      </VerdictBox>
      <div className={`absolute ${styles.track}`}>
        <ProgressTrack
          label={text('Progress')}
          total={total}
          done={lookedIn(look)}
          parts={{ error: wrong, unknown: notKnown, success: fine, running: inFlight }}
        />
      </div>
    </div>
  )
}

function Ways({ looking, look, onClose }: LookBoxProps & { readonly look: Look }) {
  const { state, counts, leftMs } = look
  const others = counts.total - lookedIn(look)
  if (state === 'running')
    return (
      <>
        <span className="tabular quiet">
          {text('HowFar', amounts(look))} ·{' '}
          {sayTimeLeft(leftMs === null ? undefined : Math.ceil(leftMs / 1000))}
        </span>
        <Button
          size="tool"
          isBusy={looking.isStopping}
          busyText={text('Stopping')}
          onPress={() => void looking.stop()}
        >
          {text('Stop')}
        </Button>
      </>
    )
  return (
    <>
      {others > 0 && (
        <Button
          size="tool"
          isBusy={looking.isBeginning}
          busyText={text('Looking')}
          onPress={() => void looking.goOn()}
        >
          {state === 'paused'
            ? text('GoOn')
            : others === 1
              ? text('LookAtOther')
              : text('LookAtOthers', { left: others })}
        </Button>
      )}
      <Button size="tool" look="quiet" onPress={onClose}>
        {text('Close')}
      </Button>
    </>
  )
}

/** What came of beginning, stopping or going on, where it failed. */
export function LookFailure({ looking: { failed, error } }: Pick<LookBoxProps, 'looking'>) {
  if (failed) return <CallBanner call={failed} hidesSuccess />
  return error ? <CallBanner call={{ status: 'rejected', error }} /> : null
}

export const lookedIn = ({ counts: { wrong, notKnown, fine } }: Look): number => wrong + notKnown + fine

function amounts(look: Look) {
  return { ...look.counts, looked: lookedIn(look) }
}

function stateOf({ state, counts }: Look) {
  if (state === 'running') return 'so-far'
  if (state !== 'finished') return 'not-known'
  return counts.wrong > 0 ? 'cause' : counts.notKnown > 0 ? 'not-known' : 'fine'
}

const words = { running: 'WordRunning', paused: 'WordPaused', stopped: 'WordStopped' } as const
const wordOf = ({ state }: Look) => (state === 'finished' ? undefined : text(words[state]))

function sentenceOf(look: Look): string {
  const { state, reason, counts } = look
  const values = { ...amounts(look), reason }
  if (state === 'paused') return text('PausedAt', values)
  if (state === 'stopped') return text('StoppedAt', values)
  const isOver = state === 'finished'
  if (counts.wrong > 1) return text(isOver ? 'WrongInAll' : 'WrongSoFar', values)
  if (counts.wrong === 1) return text(isOver ? 'OneWrongInAll' : 'OneWrongSoFar', values)
  if (lookedIn(look) === 0) return text('NothingYet')
  return text(isOver ? 'NoneWrongInAll' : 'NoneWrongSoFar', values)
}

function secondOf(look: Look): string {
  if (look.state !== 'running') return text('Found', amounts(look))
  if (!look.isWorkedOn) return text('NobodyWorks')
  const carriers = look.carriers.map(({ carrier, looked, total }) =>
    text('CarrierOf', {
      carrier: carrier || text('NoCarrier'),
      looked,
      total,
    }),
  )
  return `${carriers.join(' · ')}. ${text('MayLeave')}`
}
