import type { Readable, Writable } from 'node:stream'

/** What a command has around it: in a process that is the process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown }
  readonly stdout: Writable & { isTTY?: boolean; columns?: number }
  readonly stderr: Writable
  /** Ctrl+C. */
  readonly signal: AbortSignal
}
