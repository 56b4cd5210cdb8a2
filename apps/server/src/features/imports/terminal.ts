import type { Writable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { FileResult } from './import-result.ts'

export type Terminal = ReturnType<typeof openTerminal>

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean }

interface Parts {
  out: Output
  err: Output
  clock: Clock
}

const figure = (value: number) => Math.round(value).toLocaleString('en-US')
const clearLine = '\r\u001b[K'

/** What the import says while it runs: results on standard output, faults on standard error. */
export function openTerminal({ out, err, clock }: Parts) {
  let shown = ''
  let lastTold: number | undefined
  /** The file at work, and when it was begun. */
  let current: { result: FileResult; since: number } | undefined

  // A reader that went away (`| head`) stops no import.
  for (const stream of [out, err]) stream.on('error', () => {})
  const hide = () => {
    if (shown !== '') err.write(clearLine)
    shown = ''
  }
  return {
    say(line: string): void {
      hide()
      out.write(`${line}\n`)
    },
    /** Waits where the other end is slow, so that a million faults do not pile up in memory. */
    async complain(line: string): Promise<void> {
      hide()
      if (!err.write(`${line}\n`) && !err.destroyed) await drained(err)
    },
    /** On a terminal one line that follows the work; otherwise a line now and then. */
    progress(result: FileResult): void {
      const now = clock.elapsed()
      if (current?.result !== result) current = { result, since: now }
      lastTold ??= now
      if (now - lastTold < (err.isTTY ? 200 : 10_000)) return
      lastTold = now
      const { file, lines, bytesRead } = result
      const rate = now > current.since ? `, ${figure((lines / (now - current.since)) * 1000)} lines/s` : ''
      const text = `${file.name}: ${figure(lines)} lines${rate}, ${Math.floor((100 * bytesRead) / file.size)} %`
      if (err.isTTY) {
        err.write(`${clearLine}${text}`)
        shown = text
      } else out.write(`${text}\n`)
    },
  }
}

function drained(stream: Output): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['drain', 'close', 'error']) stream.once(event, () => resolve())
  })
}

/** `sims.csv (SIMs): 5 lines, 4 new, 0 changed, 1 bad.` */
export function summaryOf({ file, lines, added, changed, bad, oddCheckDigits }: FileResult): string {
  const counts = `${figure(lines)} ${lines === 1 ? 'line' : 'lines'}, ${figure(added)} new, ${figure(changed)} changed, ${figure(bad)} bad`
  const odd = oddCheckDigits > 0 ? ` Check digits of SIM IDs that do not fit: ${figure(oddCheckDigits)}.` : ''
  return `${file.name} (${file.kind.title}): ${counts}.${odd}`
}
