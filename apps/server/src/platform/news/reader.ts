import { Readable } from 'node:stream'
import { heartbeatSeconds, type NewsKind, type Notice } from '@support-console/contract'
import type { Clock } from '../clock.ts'
import { createGathered } from './gathered.ts'

/** One stream to one browser: text/event-stream, each event a list of notices, each heartbeat a comment. */
export interface Reader {
  stream: Readable
  /** They are told only of what they may read. */
  tell(notices: readonly Notice[]): void
  end(): void
}

/**
 * What a slow reader has not taken waits as names, each once; one who takes nothing from one heartbeat to the next but one
 * is cut off, and will ask again.
 */
export function createReader(parts: {
  clock: Clock
  kinds: ReadonlySet<NewsKind>
  onEnd: () => void
}): Reader {
  const { clock, kinds } = parts
  const waiting = createGathered()
  let wants = false
  let wasStuck = false
  let hasEnded = false
  const stream = new Readable({
    // Whatever is not taken yet waits above, where it is bounded.
    highWaterMark: 1,
    read() {
      wants = true
      pass()
    },
    destroy(error, done) {
      hasEnded = true
      heartbeat.stop()
      parts.onEnd()
      done(error)
    },
  })

  function push(text: string): void {
    wants = false
    stream.push(text)
  }
  function pass(): void {
    if (wants && !hasEnded && !waiting.isEmpty()) push(`data: ${JSON.stringify(waiting.take())}\n\n`)
  }
  /** In order where they take what comes; no one waits for one who does not. */
  function end(): void {
    if (hasEnded) return
    hasEnded = true
    if (wants) stream.push(null)
    else stream.destroy()
  }

  function beat(): void {
    if (!wants && wasStuck) {
      end()
      return
    }
    wasStuck = !wants
    if (wants) push(':\n\n')
    heartbeat = clock.after(heartbeatSeconds * 1000, beat)
  }
  let heartbeat = clock.after(heartbeatSeconds * 1000, beat)
  // The first bytes go out at once: the browser knows that it is connected.
  push(':\n\n')
  return {
    stream,
    end,
    tell(notices) {
      for (const notice of notices) if (kinds.has(notice.kind)) waiting.add(notice)
      pass()
    },
  }
}
