import type { Clock } from '../clock.ts'
import { hasMoved } from '../database/postgres-pools.ts'
import { NoPrimary } from '../database/primary.ts'
import type { Platform } from '../platform.ts'
import type { Problem } from '../problem.ts'
import { type Claim, freeCall, keepAnswer, type OnceKey } from './call-once.ts'

/** A call that runs under its claim. */
export interface Claimed {
  once: OnceKey
  claim: Claim
}

/** Between two tries to say what became of a call. */
const tryEvery = 1_000

/**
 * Settles the claim of a call that failed: where nothing was done and it may work soon, the repeat may run; otherwise this is the
 * answer for repeats, too. Where the database is away, it is settled when it is back, so that no repeat waits for a run that is over.
 */
export async function leaveClaim(
  { db, log, clock }: Pick<Platform, 'db' | 'log' | 'clock'>,
  { once, claim }: Claimed,
  problem: Problem,
  hasCommitted: boolean,
  holdsMs: number,
): Promise<void> {
  const mayRunAgain = !hasCommitted && (problem.isPassing || problem.status === 'Error')
  const kept = {
    status: problem.status,
    message: problem.message,
    data: problem.issues ? { issues: problem.issues } : null,
    headers: problem.headers,
  }
  const settle = () => (mayRunAgain ? freeCall(db, once, claim) : keepAnswer(db, once, kept, claim))
  const tellAway = (error: unknown) => {
    log.error({ err: error, call: `${once.method} ${once.path}` }, 'The outcome of a call cannot be kept')
    return isAway(error)
  }
  const isLeft = await settle().then(() => false, tellAway)
  if (isLeft) void settleLater(clock, settle, clock.elapsed() + holdsMs)
}

const isAway = (error: unknown): boolean => error instanceof NoPrimary || hasMoved(error)

async function settleLater(clock: Clock, settle: () => Promise<void>, until: number): Promise<void> {
  for (let isLeft = true; isLeft && clock.elapsed() < until; ) {
    await clock.wait(tryEvery)
    isLeft = await settle().then(() => false, isAway)
  }
}
