import { useRead } from '../../api/use-read.ts'
import { simId as texts } from '../../texts/en-US/sim-id.ts'
import { textsOf } from '../../texts/text.ts'

const text = textsOf(texts)

/** What is answered sooner has no place worth a word. */
const AFTER_SECONDS = 2
const EVERY_MS = 3000

interface PlaceInLineProps {
  readonly simId: string
  /** The carrier's name. */
  readonly system: string
  /** How long the look-up has been waited for. */
  readonly seconds: number
  /** What parts it from the words before. */
  readonly before?: string
}

/**
 * How many look-ups are before the one that is waited for, and about how long it takes, where a carrier serves few at a
 * time (D30). Where it cannot be read nothing is said: the look-up itself tells what fails.
 */
export function PlaceInLine({ simId, system, seconds, before = ' ' }: PlaceInLineProps) {
  const { data } = useRead('GET /siminformation/v1/simdetail/{simId}/place', {
    params: { simId },
    enabled: seconds >= AFTER_SECONDS,
    refetchInterval: EVERY_MS,
    retry: false,
    gcTime: 0,
  })
  if (!data) return null
  const { ahead, aboutSeconds, isSlow } = data
  const said = [
    isSlow && text('CarrierIsSlow', { system }),
    ahead > 0 && text(ahead === 1 ? 'BeforeOne' : 'Before', { count: ahead }),
    (ahead > 0 || isSlow) && aboutSeconds !== null && sayAbout(aboutSeconds),
  ].filter(Boolean)
  return said.length > 0 && <span>{before + said.join(' ')}</span>
}

const sayAbout = (seconds: number): string =>
  seconds < 100
    ? text('AboutSeconds', { seconds })
    : text('AboutMinutes', { minutes: Math.round(seconds / 60) })
