import { PassThrough, Readable } from 'node:stream'
import { problems } from '../problem.ts'
import type { User } from '../sign-on/user.ts'
import type { Api } from './api.ts'
import type { EventsReply, FileReply } from './call-context.ts'

/** Longer than any token lives, and as much as a timer takes. */
const longestMs = 24 * 3600_000

type Parts = Pick<Api, 'platform' | 'endedSignOns'>

/**
 * The answer of a reading call, for as long as who asked is signed on (R14): events end with their token and with their sign-on.
 * A file breaks off with the sign-on, so that no one takes it for whole; other answers are not given any more.
 * @throws Problem Unauthorized where the sign-on ended while the call ran
 */
export function whileSignedOn<Answer extends EventsReply | FileReply | object>(
  parts: Parts,
  user: User | undefined,
  answer: Answer,
): Answer {
  if (!user) return answer
  const { endedSignOns } = parts
  const content = 'events' in answer ? answer.events : 'file' in answer ? answer.file.content : undefined
  const goesOn = content instanceof Readable ? content : undefined
  const ended = endedSignOns.whyEnded(user)
  if (ended) {
    goesOn?.destroy()
    throw problems.badToken(ended, { whose: user })
  }
  if ('events' in answer) return { ...answer, events: untilEnded(parts, user, answer.events) }
  goesOn?.once(
    'close',
    whenEnded(endedSignOns, user, () => goesOn.destroy(new Error('the sign-on was ended'))),
  )
  return answer
}

/** What is not taken yet waits in `events`, where it is bounded; no one waits for a reader who takes nothing. */
function untilEnded({ platform, endedSignOns }: Parts, user: User, events: Readable): Readable {
  const { clock } = platform
  const passed = new PassThrough({ highWaterMark: 1 })
  const leftMs = user.expiresAt * 1000 - clock.now().getTime()
  const token = clock.after(Math.min(leftMs, longestMs), end)
  const forget = whenEnded(endedSignOns, user, end)

  function end(): void {
    token.stop()
    forget()
    events.unpipe(passed)
    if (passed.writableNeedDrain) passed.destroy()
    else passed.end()
  }
  passed.once('close', () => {
    token.stop()
    forget()
    events.destroy()
  })
  events.once('close', () => {
    if (!events.readableEnded) passed.destroy()
  })
  return events.pipe(passed)
}

/** @returns forgets it */
function whenEnded(endedSignOns: Api['endedSignOns'], user: User, end: () => void): () => void {
  const forget = endedSignOns.onChange(() => {
    if (!endedSignOns.whyEnded(user)) return
    forget()
    end()
  })
  return forget
}
