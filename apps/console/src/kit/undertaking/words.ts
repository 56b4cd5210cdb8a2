import type { Undertaking } from '@support-console/contract'
import type { UndertakingKind, UndertakingState } from '@support-console/contract/undertakings.words'
import * as texts from '../../texts/en-US/undertakings.ts'
import { fillPlaceholders } from '../../texts/text.ts'
import { sayAgo } from '../../ui/durations.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'

interface Words {
  readonly Name: string
  /** What it does: of several parts, and of one where that is said otherwise. */
  readonly Title: string
  readonly TitleOne?: string
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

/** All that is said of a piece of work. */
export function wordsOf(work: Undertaking) {
  const own = words[work.kind]
  const { counts, name, before, after, beganAt, endedAt, state } = work
  const values = {
    ...counts,
    name,
    before: before ?? '',
    after: after ?? '',
    time: sayTimeToday(beganAt),
    ago: sayAgo(endedAt ?? beganAt),
  }
  const say = (text: string) => fillPlaceholders(text, values)
  const isWell = state === 'succeeded'
  const how = endedAt === null ? own.Running : isWell ? own.Succeeded : own.Failed
  return {
    name: own.Name,
    title: say((counts.total === 1 && own.TitleOne) || own.Title),
    beside: [own.Beside, how].map(say).filter(Boolean).join(' · '),
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
