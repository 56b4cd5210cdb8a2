import { randomUUID } from 'node:crypto'
import { type calls, localOf, thing } from '@support-console/contract'
import type { CallContext, Committed, UnitOfWork } from '../../platform/http/call-context.ts'
import { neighbourProblem } from '../../platform/http/neighbour-problem.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import { type Beginner, columnsOf } from '../../platform/undertakings/behalf.ts'
import { ask, type Told } from '../../systems/ask.ts'
import type { RemotePortal } from '../../systems/remote-portal/remote-portal.adapter.ts'
import { type End, isHeld, keepOrder, noteFlag, settleOrder } from './disabling.store.ts'
import { beginRun, endRun, findPanel, leaveRunOpen } from './panel-flag.store.ts'
import { aboutFlag, type OpenFlag, sendSettling } from './settle-flag.ts'

type FlagCall = typeof calls.disablePanelManagement | typeof calls.enablePanelManagement

/** Who asks, and where the entries of it belong. */
type Caller = Beginner & Pick<CallContext<typeof calls.disablePanelManagement>, 'signal'>

export interface FlagParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'observations'>
  portal: RemotePortal
  answerWithinMs: number
  jobs: Jobs
}

/** How long a person's change waits for another one of the same panel to end. */
const patienceMs = 15_000
const lookForTurnMs = 200

/** What is to become of a panel. */
interface FlagOrder {
  cloudId: string
  disabled: boolean
  /** Until then; left out: until it is enabled. */
  end?: End | undefined
  /** It is the end of this order, as long as the attempt has it. */
  ends?: { id: string; heldBy: string } | undefined
  /** How long it waits for another change of the panel to end, unless `signal` ends the wait; left out: as long as a person does. */
  patience?: { ms: number; signal: AbortSignal } | undefined
}

const stateWord = (disabled: boolean) => (disabled ? 'disabled' : 'enabled')

/**
 * Disables or enables the management of a panel in the Remote Portal, and notes in the inventory what the Portal says
 * (2.8, 4). Never asked blindly: it reads first, asks once, and settles what was not answered by reading again.
 * @throws Problem for everything that did not lead to the wanted state
 */
export async function setManagement(
  parts: FlagParts,
  { cloudId, disabled, end, ends, patience }: FlagOrder,
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
  const { remoteId } = panel
  if (remoteId === null)
    throw new Problem(
      'Conflict',
      `Panel ${panel.cloudId} has no Remote Portal ID, so the Remote Portal does not manage it. Nothing was changed.`,
    )

  const change = await beginChange(
    parts,
    { ...panel, remoteId, disabled, end, ends, patience },
    context,
    work,
  )
  const { signal } = context
  const asked = (what: () => Promise<boolean>) =>
    ask({ platform: parts.platform, signal }, portal.name, what, aboutFlag({ ...panel, remoteId }))
  const look = () => asked(() => portal.isDisabled(remoteId, { signal }))
  const before = await look()
  if (before.data === null) throw await change.notAsked(before.error)
  if (before.data === disabled) return change.done('already')
  const put = await asked(() => portal.setDisabled(remoteId, disabled, { signal }).then(() => disabled))
  if (put.data === null) {
    const { error } = put
    if (error instanceof NeighbourError && !error.mayHaveHappened)
      throw await change.notAsked(error, before.data)
    const now = await lookAgain(parts, look, disabled, signal)
    if (now !== disabled) throw await change.unsettled(error, now)
    return change.done('lost')
  }
  return change.done('now')
}

/**
 * What the Portal says after a lost answer, looked at up to three times until it shows the wanted state.
 * @returns undefined where it cannot be read
 */
async function lookAgain(
  { platform: { clock }, answerWithinMs }: FlagParts,
  look: () => Promise<Told<boolean>>,
  wanted: boolean,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const until = clock.elapsed() + answerWithinMs
  let seen: boolean | undefined
  for (const share of [0, 0.05, 0.1]) {
    if (clock.elapsed() > until) break
    await clock.wait(share * answerWithinMs, signal)
    const told = await look()
    if (told.data === null) return seen
    seen = told.data
    if (seen === wanted) return seen
  }
  return seen
}

/**
 * Takes the panel, waits its turn where another change is under way, and sees to it that none is left open.
 * @returns the steps of the change that follow, each with its entry
 */
async function beginChange(
  { platform: { clock }, jobs }: FlagParts,
  { cloudId, remoteId, disabled: wanted, end: time, ends, patience }: FlagOrder & { remoteId: string },
  { user: { issuer, subject, email, sessionId, tokenId }, transactionId, remoteAddress }: Caller,
  work: UnitOfWork<FlagCall>,
) {
  const runId = randomUUID()
  const user = { issuer, subject, email, sessionId, tokenId }
  const begun = { cloudId, remoteId, runId, wanted, ends: ends?.id }
  const open: OpenFlag = { ...begun, looks: 0, user, transactionId, remoteAddress }
  const until = clock.elapsed() + (patience?.ms ?? patienceMs)
  const begin = () =>
    work
      .step(async (trx) => {
        const turn = await beginRun(trx, cloudId, runId)
        if (!turn) throw new NotYet()
        if (ends && !(await isHeld(trx, ends.id, ends.heldBy))) throw new OrderIsOver()
        if (time)
          await keepOrder(trx, { cloudId, runId, end: time, behalf: columnsOf(open), from: clock.now() })
        await sendSettling(jobs, trx, open)
        return { ...turn, entry: { result: 'Intent' } }
      })
      .catch((error: unknown) => {
        if (!(error instanceof NotYet)) throw error
      })
  let turn = await begin()
  for (; !turn; turn = await begin()) {
    if (clock.elapsed() > until)
      throw new Problem(
        'Busy',
        `Someone else is changing panel ${cloudId} right now. Nothing was changed; check it again in a minute.`,
      )
    await clock.wait(lookForTurnMs, patience?.signal)
  }
  /** Where an earlier change of the panel has no outcome yet, what the Portal says now may not be the last word. */
  const end = { cloudId, runId, by: email, staysOpen: turn.leftOpen }

  const state = `of panel ${cloudId} is ${stateWord(wanted)}`
  const sentences = {
    already: `Management ${state} in the Remote Portal already.`,
    now: `Management ${state} in the Remote Portal now.`,
    lost: `The Remote Portal's first answer was lost, but it now says that management ${state}.`,
  }
  const thenEnabled = time ? ` The console enables it at ${sayEnd(time)}.` : ''

  return {
    /** The Portal shows the wanted state. */
    done(how: keyof typeof sentences): Promise<Committed<{ cloudId: string; flagged: boolean }>> {
      const message = sentences[how] + thenEnabled
      return work.finish(async (trx) => {
        const isOurs = (await endRun(trx, { ...end, flagged: wanted })) !== undefined
        if (isOurs) await noteFlag(trx, { ...begun, flagged: wanted, isSure: !turn.leftOpen, by: email })
        return { data: { cloudId, flagged: wanted }, message, entry: { detail: message } }
      })
    },

    /** The Portal said no, or was never reached; `before`: what it said of the panel a moment ago. */
    async notAsked(error: unknown, before?: boolean): Promise<Problem> {
      if (!(error instanceof NeighbourError)) throw error
      const problem = failure(error, `${error.sentence} Nothing was changed.`)
      return work.fail(problem, async (trx) => {
        await settleOrder(trx, runId, 'void')
        await endRun(trx, { ...end, flagged: before })
      })
    },

    /** Asked, and not in the wanted state, as far as it can be read; a job looks again later. */
    async unsettled(error: unknown, now: boolean | undefined): Promise<Problem> {
      if (!(error instanceof NeighbourError)) throw error
      const what = error.sentence.replace(/ Try again\b.*$/, '')
      const sentence =
        now === undefined
          ? `${what} Whether management of panel ${cloudId} is ${stateWord(wanted)} is not known, because it cannot be read either. Search for the panel again in a few minutes, before you try again.`
          : `${what} It says that management of panel ${cloudId} is still ${stateWord(now)}, so nothing has changed so far. Search for the panel again in a few minutes, before you try again.`
      return work.fail(failure(error, sentence), (trx) => leaveRunOpen(trx, cloudId, runId))
    },
  }
}

const sayEnd = ({ until, timeZone }: End): string =>
  timeZone ? `${localOf(until, timeZone)} (${timeZone}), ${sayUtc(until)}` : sayUtc(until)

/** The order was replaced, extended or ended while its end waited its turn. */
export class OrderIsOver extends Error {}

/** Another change of the panel is under way. */
class NotYet extends Error {}

/** A panel that the Portal does not know is its refusal here: the console knows it. */
const failure = (error: NeighbourError, sentence: string): Problem =>
  neighbourProblem(error, { status: error.kind === 'not-found' ? 'CarrierError' : undefined, sentence })
