import type { Call } from '@support-console/contract'
import type { Client } from './client.ts'
import type { Surroundings } from './surroundings.ts'

interface Option {
  readonly type: 'string' | 'boolean'
  /** What its value is called: 'NUMBER'. */
  readonly value?: string
  readonly about: string
}

type Options = Readonly<Record<string, string | boolean | undefined>>

/** What a verb is given. */
export interface Given extends Surroundings {
  readonly client: Client
  readonly words: readonly string[]
  readonly options: Options
  /** Tables, and questions; false: JSON. */
  readonly isForPeople: boolean
  /** A remark on stderr. */
  note(sentence: string): void
}

/** What a verb found. */
export interface Shown {
  /** For programs. */
  readonly data: unknown
  /** For people. */
  readonly text: () => string
  readonly code?: number
}

/** One line of the table of verbs; help and completion are made of it. */
export interface Verb {
  readonly name: string
  /** What stands behind it: 'THING'; of several the last may be repeated. */
  readonly words: readonly string[]
  readonly about: string
  readonly options?: Readonly<Record<string, Option>>
  /** The calls that it makes; a token needs their rights. */
  readonly calls: readonly Call[]
  /** Undefined: it has printed by itself. */
  run(given: Given): Promise<Shown | undefined>
}

/** The text of an option that was given. */
export const textOf = ({ options }: Pick<Given, 'options'>, name: string): string | undefined =>
  typeof options[name] === 'string' ? options[name] : undefined
