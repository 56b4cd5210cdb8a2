import { randomUUID } from 'node:crypto'
import { type calls, thing } from '@support-console/contract'
import type { CallContext, Committed, UnitOfWork } from '../../platform/http/call-context.ts'
import { statusOfNeighbour } from '../../platform/http/neighbour-problem.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RemotePortal } from '../../systems/remote-portal/remote-portal.ts'
import { beginRun, dropRun, endRun, type FlagPanel, findPanel, leaveRunOpen } from './panel-flag.store.ts'
import { type OpenFlag, sendSettling } from './settle-flag.ts'

type FlagCall = typeof calls.disablePanelManagement | typeof calls.enablePanelManagement

/** Who asks, and where the entries of it belong. */
type Caller = Pick<
  CallContext<typeof calls.disablePanelManagement>,
  'user' | 'transactionId' | 'remoteAddress' | 'signal'
>

interface FlagParts {
  platform: Pick<Platform, 'db' | 'config' | 'clock'>
  portal: RemotePortal
  jobs: Jobs
}

/** How long a change waits for another one of the same panel to end. */
const patienceMs = 15_000
const lookForTurnMs = 200

const stateWord = (disabled: boolean) => (disabled ? 'disabled' : 'enabled')

/**
 * Disables or enables the management of a panel in the Remote Portal, and notes in the inventory what the Portal says
 * (2.8, 4). Never asked blindly: it reads first, asks once, and settles what was not answered by reading again.
 * @throws Problem for everything that did not lead to the wanted state
 */
export async function setManagement(
  parts: FlagParts,
  { cloudId, disabled }: { cloudId: string; disabled: boolean },
  context: Caller,
  work: UnitOfWork<FlagCall>,
): Promise<Committed<{ cloudId: string; flagged: boolean }>> {
  const { portal } = parts
  const panel = await findPanel(parts.platform.db, cloudId)
  if (!panel) throw new Problem('NotFound', `not found: there is no panel ${cloudId}.`)
  work.about({
    message: `${disabled ? 'Disable' : 'Enable'} management of panel ${panel.cloudId} in the Remote Portal`,
    object: thing('panel', panel.cloudId),
  })
  const change = new FlagChange(parts, work)
  const { remoteId } = panel
  if (remoteId === null)
    throw new Problem(
      'Conflict',
      `Panel ${panel.cloudId} has no Remote Portal ID, so the Remote Portal does not manage it. Nothing was changed.`,
    )

  const open = await change.begin({ ...panel, remoteId }, disabled, context)
  const options = { signal: context.signal }
  let before: boolean
  try {
    before = await portal.isDisabled(remoteId, options)
  } catch (error) {
    throw await change.notAsked(open, error)
  }
  if (before === disabled)
    return change.done(
      open,
      `Management of panel ${panel.cloudId} is ${stateWord(disabled)} in the Remote Portal already.`,
    )
  try {
    await portal.setDisabled(remoteId, disabled, options)
  } catch (error) {
    if (error instanceof NeighbourError && !error.mayHaveHappened)
      throw await change.notAsked(open, error, before)
    const now = await lookAgain(parts, remoteId, disabled, context.signal)
    if (now !== disabled) throw await change.unsettled(open, error, now)
    return change.done(
      open,
      `The Remote Portal's answer was lost, but it says that management of panel ${panel.cloudId} is ${stateWord(disabled)} now.`,
    )
  }
  return change.done(
    open,
    `Management of panel ${panel.cloudId} is ${stateWord(disabled)} in the Remote Portal now.`,
  )
}

/**
 * What the Portal says after a lost answer, looked at up to three times until it shows the wanted state.
 * @returns undefined where it cannot be read
 */
async function lookAgain(
  { portal, platform }: FlagParts,
  remoteId: string,
  wanted: boolean,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { answerWithinMs } = platform.config.neighbours.remotePortal
  const { clock } = platform
  const until = clock.elapsed() + answerWithinMs
  let seen: boolean | undefined
  for (const share of [0, 0.05, 0.1]) {
    if (clock.elapsed() > until) break
    await clock.wait(share * answerWithinMs, signal)
    try {
      seen = await portal.isDisabled(remoteId, { signal })
    } catch (error) {
      if (!(error instanceof NeighbourError)) throw error
      return seen
    }
    if (seen === wanted) return seen
  }
  return seen
}

/** The steps of one change, each with its entry. */
class FlagChange {
  readonly #parts: FlagParts
  readonly #work: UnitOfWork<FlagCall>
  /** An earlier change of the panel has no outcome yet: what the Portal says now may not be the last word. */
  #isPreceded = false

  constructor(parts: FlagParts, work: UnitOfWork<FlagCall>) {
    this.#parts = parts
    this.#work = work
  }

  /** Takes the panel, waits its turn where another change is under way, and sees to it that none is left open. */
  async begin(
    panel: FlagPanel & { remoteId: string },
    wanted: boolean,
    { user, transactionId, remoteAddress }: Caller,
  ): Promise<OpenFlag> {
    const { issuer, subject, email, sessionId, tokenId } = user
    const open: OpenFlag = {
      cloudId: panel.cloudId,
      remoteId: panel.remoteId,
      runId: randomUUID(),
      wanted,
      looks: 0,
      user: { issuer, subject, email, sessionId, tokenId },
      transactionId,
      remoteAddress,
    }
    const { clock } = this.#parts.platform
    const until = clock.elapsed() + patienceMs
    for (;;) {
      try {
        await this.#work.step({ result: 'Intent' }, async (trx) => {
          const turn = await beginRun(trx, panel.cloudId, open.runId)
          if (!turn) throw new NotYet()
          this.#isPreceded = turn.leftOpen
          await sendSettling(this.#parts.jobs, trx, open)
        })
        return open
      } catch (error) {
        if (!(error instanceof NotYet)) throw error
      }
      if (clock.elapsed() > until)
        throw new Problem(
          'Busy',
          `Somebody else is changing panel ${panel.cloudId} just now. Nothing was changed; look at it again in a minute.`,
        )
      await clock.wait(lookForTurnMs)
    }
  }

  /** The Portal shows the wanted state. */
  done(open: OpenFlag, message: string): Promise<Committed<{ cloudId: string; flagged: boolean }>> {
    const { cloudId, runId, wanted, user } = open
    return this.#work.finish({ detail: message }, async (trx) => {
      await endRun(trx, { cloudId, runId, flagged: wanted, by: user.email, staysOpen: this.#isPreceded })
      return { data: { cloudId, flagged: wanted }, message }
    })
  }

  /** The Portal said no, or was never reached; `before`: what it said of the panel a moment ago. */
  async notAsked(open: OpenFlag, error: unknown, before?: boolean): Promise<Problem> {
    if (!(error instanceof NeighbourError)) throw error
    const problem = failure(error, `${error.sentence} Nothing was changed.`)
    return this.#work.fail(problem, async (trx) => {
      const { cloudId, runId, user } = open
      const staysOpen = this.#isPreceded
      if (before !== undefined)
        await endRun(trx, { cloudId, runId, flagged: before, by: user.email, staysOpen })
      else if (staysOpen) await leaveRunOpen(trx, cloudId, runId)
      else await dropRun(trx, cloudId, runId)
    })
  }

  /** Asked, and not in the wanted state, as far as it can be read; a job looks again later. */
  async unsettled(open: OpenFlag, error: unknown, now: boolean | undefined): Promise<Problem> {
    if (!(error instanceof NeighbourError)) throw error
    const what = error.sentence.replace(/ Try again\b.*$/, '')
    const sentence =
      now === undefined
        ? `${what} Whether management of panel ${open.cloudId} is ${stateWord(open.wanted)} is not known: it cannot be read either. Search for the panel again in a few minutes, before you try again.`
        : `${what} It says that management of panel ${open.cloudId} is still ${stateWord(now)}, so nothing was changed so far. Search for the panel again in a few minutes, before you try again.`
    const problem = failure(error, sentence)
    return this.#work.fail(problem, (trx) => leaveRunOpen(trx, open.cloudId, open.runId))
  }
}

/** Another change of the panel is under way. */
class NotYet extends Error {}

/** A panel that the Portal does not know is its refusal here: the console knows it. */
function failure(error: NeighbourError, sentence: string): Problem {
  const status = error.kind === 'not-found' ? 'CarrierError' : statusOfNeighbour[error.kind]
  return new Problem(status, sentence, {
    detail: { system: error.system, kind: error.kind, code: error.code, why: error.detail },
    cause: error,
  })
}
