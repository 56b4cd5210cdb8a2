import type { Undertaking } from '@support-console/contract'
import type { UndertakingKind, UndertakingState } from '@support-console/contract/undertakings.words'
import * as texts from '../../texts/en-US/undertakings.ts'
import { fillPlaceholders } from '../../texts/text.ts'
import { sayAgo } from '../../ui/durations.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { sayHowMany } from '../thing-words.ts'

interface Words {
  readonly Name: string
  /** What it does: of several parts, and of one where that is said otherwise. */
  readonly Title: string
  readonly TitleOne?: string
  /** What its parts are, where they are of several kinds. */
  readonly Mixed?: string
  /** Beside the title, and after that how it stands. */
  readonly Beside: string
  readonly Running: string
  readonly Succeeded: string
  /** It is over, and not all is well. */
  readonly Failed: string
}
/** Of work that is one step: what is done to the thing, whose name follows. */
interface WholeWords extends Words {
  readonly Change: string
}
/** Of work whose parts are counted. */
interface CountedWords extends Words {
  readonly Open: string
  readonly Outcome: string
  readonly OutcomeAll: string
}

/** The words of every kind of lasting work. */
const words: Readonly<Record<UndertakingKind, WholeWords | CountedWords>> = texts

export const marks = {
  pending: 'pending',
  running: 'running',
  succeeded: 'ok',
  incomplete: 'warn',
  error: 'error',
} as const satisfies Record<UndertakingState, MarkKind>

/** What came of it: of a watch, how its panel stood; of a time of disabled management, what ended it. */
function endWords({ kind, what, state }: Undertaking, { Succeeded, Failed }: Words): string {
  if (kind === 'disabling') {
    if (what === 'enabled') return texts.disabling.ByHand
    return what === 'replaced' ? texts.disabling.Replaced : state === 'error' ? Failed : Succeeded
  }
  if (state === 'succeeded' || kind !== 'watch') return state === 'succeeded' ? Succeeded : Failed
  const { Silent, NotKnown, Barely, Stopped } = texts.watch
  if (what === 'stopped') return Stopped
  if (what === 'not-known') return NotKnown
  return what === 'reporting' ? Barely : Silent
}

const runningWords = ({ kind, reason }: Undertaking, { Running }: Words): string =>
  kind === 'disabling' && reason !== '' ? texts.disabling.Late : Running

/** Work that says of itself how it stands. */
export const hasTime = (kind: UndertakingKind): boolean => kind === 'watch' || kind === 'disabling'

/** All that is said of a piece of work. */
export function wordsOf(work: Undertaking) {
  const own = words[work.kind]
  const { counts, name, before, after, beganAt, endedAt, state } = work
  const values = {
    ...counts,
    things:
      work.what === 'sim' || work.what === 'panel'
        ? sayHowMany(work.what, counts.total)
        : fillPlaceholders(own.Mixed ?? '', counts),
    name,
    before: before ?? '',
    after: after ?? '',
    time: sayTimeToday(beganAt),
    ago: sayAgo(endedAt ?? beganAt),
    until: hasTime(work.kind) && after !== null ? sayShortly(after) : '',
    since: work.kind === 'watch' && before !== null ? sayShortly(before) : '',
    reason: work.reason,
    by: work.stoppedBy ?? '',
  }
  const say = (text: string) => fillPlaceholders(text, values)
  const isWell = state === 'succeeded'
  const how = endedAt === null ? runningWords(work, own) : endWords(work, own)
  return {
    name: own.Name,
    title: say((counts.total === 1 && own.TitleOne) || own.Title),
    beside: [own.Beside, how].map(say).filter(Boolean).join(' · '),
    /** How it stands, or what came of it. */
    how: say(how),
    ...('Change' in own
      ? { change: say(own.Change), parts: null }
      : {
          change: null,
          parts: {
            beside: say(own.Beside),
            open: own.Open,
            outcome: say(isWell ? own.OutcomeAll : own.Outcome),
          },
        }),
  }
}
