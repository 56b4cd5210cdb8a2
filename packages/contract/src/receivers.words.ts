/** How a CSR server stands by its agent's word (D54), beside its status (2.10). Imports nothing but words, so that the console can carry it. */
import type { CsrStatus } from './csr.words.ts'

/**
 * - `in-order`: its agent says that it runs what was ordered;
 * - `deploying`: a deployment is under way, ordered here or past the console;
 * - `other-release`: its agent says that it runs another release than the one ordered last;
 * - `core-down`: its agent says that its core is stopped, since a deployment failed;
 * - `failed`: the last deployment failed, and its agent says nothing worse;
 * - `does-not-answer`: its agent's word is too old to count, and it was asked in vain since;
 * - `never-heard`: its agent never said anything.
 */
export const receiverStates = [
  'in-order',
  'deploying',
  'other-release',
  'core-down',
  'failed',
  'does-not-answer',
  'never-heard',
] as const
export type ReceiverStateWord = (typeof receiverStates)[number]

/** What an agent says of its own work: `failed`: its last deployment did, and its core is down. */
export const agentStates = ['idle', 'deploying', 'failed'] as const
export type AgentStateWord = (typeof agentStates)[number]

/** By this name the agents of CSR servers are a source, whichever of them says it. */
export const agentSource = 'CSR agent'

/** So many minutes after a deployment has ended its panels are counted; whether they are back is judged by the last count. */
export const countedAfter = [1, 5, 15] as const
export const judgedAfter = 15

/** What is kept of a CSR server and of its agent's word; times in ms since 1970. */
export interface KeptReceiver {
  status: CsrStatus
  /** What was ordered last and came to be, or what the inventory says. */
  release: string
  /** The last deployment: when it ended, or since when it is under way; null: there was none. */
  deployedAt: number | null
  /** Null: its agent never said anything. */
  word: {
    release: string
    state: AgentStateWord
    at: number
    /** When it first said so. */
    since: number
  } | null
  /** It was asked again since, and gave no answer. */
  isUnanswered: boolean
}

interface Judged {
  state: ReceiverStateWord
  /** Null: not known. */
  since: number | null
  /** When the newest word behind it was said; null: there is none. */
  at: number | null
  /** Who said it. */
  by: 'console' | 'agent' | null
  isFresh: boolean
}

/**
 * The state of a CSR server at a moment. What its agent said before the last deployment ended says nothing of what runs now, but a
 * deployment that succeeded is its agent's word, too.
 * @param countsMs how long an agent's word counts
 */
export function receiverStateOf(
  { status, release, deployedAt, word: said, isUnanswered }: KeptReceiver,
  now: number,
  countsMs: number,
): Judged {
  if (status === 'Pending' || status === 'Running')
    return { state: 'deploying', since: deployedAt, at: deployedAt, by: 'console', isFresh: true }
  const word = wordSince({ word: said, deployedAt })
  const heardAt = word?.at ?? deployedAt
  const isFresh = heardAt !== null && now - heardAt <= countsMs
  const ofAgent = { since: word?.since ?? null, at: word?.at ?? null, by: 'agent', isFresh } as const
  const ofConsole = { since: deployedAt, at: deployedAt, by: 'console' } as const
  if (word?.state === 'failed' && (isFresh || !isUnanswered)) return { state: 'core-down', ...ofAgent }
  if (status === 'Error') return { state: 'failed', ...ofConsole, isFresh: true }
  if (heardAt === null) return { state: 'never-heard', since: null, at: null, by: null, isFresh: false }
  // Whom no one has asked for long, since the console was stopped, is not said to be silent.
  if (!isFresh && isUnanswered)
    return { state: 'does-not-answer', since: heardAt, at: heardAt, by: 'agent', isFresh: false }
  if (!word) return { state: 'in-order', ...ofConsole, isFresh }
  if (word.state === 'deploying') return { state: 'deploying', ...ofAgent }
  return { state: word.release === release ? 'in-order' : 'other-release', ...ofAgent }
}

/** The agent's word, unless the last deployment has ended, or begun, since. */
export const wordSince = <Word extends { at: number }>({
  word,
  deployedAt,
}: {
  word: Word | null
  deployedAt: number | null
}): Word | null => (word !== null && deployedAt !== null && word.at <= deployedAt ? null : word)
