import { Readable } from 'node:stream'
import { type Diagnosis, type Finding, heartbeatSeconds } from '@support-console/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Run } from './run.ts'

/**
 * A diagnosis as events: first all findings, then those that have changed, until nothing waits, or the time is over. A slow
 * reader gets what has changed since they last took something.
 */
export function streamOf(
  run: Run,
  { clock, withinMs, onEnd }: { clock: Clock; withinMs: number; onEnd: (isDone: boolean) => void },
): Readable {
  let sent = new Map<Finding['code'], string>()
  let wants = false
  let hasEnded = false
  let isOver = false

  const stream = new Readable({
    highWaterMark: 1,
    read() {
      wants = true
      pass()
    },
    destroy(error, done) {
      hasEnded = true
      forget()
      heartbeat.stop()
      time.stop()
      onEnd(isOver)
      done(error)
    },
  })
  function pass(): void {
    if (!wants || hasEnded) return
    const event = changed(run.latest())
    if (event) {
      wants = false
      stream.push(`data: ${JSON.stringify(event)}\n\n`)
    } else if (isOver) {
      hasEnded = true
      stream.push(null)
    }
  }
  /** Undefined: nothing has. */
  function changed(diagnosis: Diagnosis): Diagnosis | undefined {
    const texts = new Map(diagnosis.findings.map((finding) => [finding.code, JSON.stringify(finding)]))
    const findings = diagnosis.findings.filter(({ code }) => texts.get(code) !== sent.get(code))
    if (findings.length === 0) return undefined
    sent = texts
    return { ...diagnosis, findings }
  }
  function end(): void {
    isOver = true
    pass()
  }
  function beat(): void {
    if (wants && !hasEnded) {
      wants = false
      stream.push(':\n\n')
    }
    heartbeat = clock.after(heartbeatSeconds * 1000, beat)
  }
  let heartbeat = clock.after(heartbeatSeconds * 1000, beat)
  const time = clock.after(withinMs, end)
  const forget = run.onChange(pass)
  void run.ended.then(end)
  return stream
}
