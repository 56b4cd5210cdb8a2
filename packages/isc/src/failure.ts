/** How a command ends; `isc help` and docs/command-line.md tell them. */
export const exitCodes = {
  done: 0,
  trouble: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  noAnswer: 5,
  notDone: 6,
} as const

export const saidOfCodes: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'done; what was asked about is fine, or was not judged',
  [exitCodes.trouble]: 'done; something needs a person (why, attention)',
  [exitCodes.usage]: 'the command was not understood, or a value of it was refused',
  [exitCodes.notAllowed]: 'no token, a token that is over, or a right that is missing',
  [exitCodes.notFound]: 'not found, or more than one thing fits',
  [exitCodes.noAnswer]: 'no answer, or not enough of one: the console or a system behind it is away or busy',
  [exitCodes.notDone]: 'the change was not made',
}

/** What ends a command: its exit code, and a sentence for stderr. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: number
  /** How many seconds to wait before the same is asked again; undefined: the server does not say. */
  readonly retryAfter: number | undefined

  constructor(code: number, sentence: string, retryAfter?: number) {
    super(sentence)
    this.code = code
    this.retryAfter = retryAfter
  }
}
