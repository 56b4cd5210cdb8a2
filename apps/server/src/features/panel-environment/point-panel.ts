import type { calls, Environment } from '@support-console/contract'
import type { CallContext, Committed, UnitOfWork } from '../../platform/http/call-context.ts'
import { neighbourProblem, statusOfNeighbour } from '../../platform/http/neighbour-problem.ts'
import { Problem } from '../../platform/http/problem.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import { isForbidden, type Pathfinder } from '../../systems/pathfinder/pathfinder.adapter.ts'

type UpdateCall = typeof calls.updatePathfinder

/**
 * Points a panel to another environment (2.9). Pathfinder is read first, asked once, and read again where its answer
 * is lost, so that the answer says what is so. Outcomes as the screen knows them (4, 8): 200, 403, 500, anything else.
 * @throws Problem for everything that did not lead there
 */
export async function pointPanel(
  pathfinder: Pathfinder,
  { physicalId, environment }: { physicalId: string; environment: Environment },
  { signal }: Pick<CallContext<UpdateCall>, 'signal'>,
  work: UnitOfWork<UpdateCall>,
): Promise<Committed<{ physicalId: string; environment: Environment }>> {
  const say = (from: Environment | '?') =>
    work.about({ message: `Point panel ${physicalId} from ${printed(from)} to ${printed(environment)}` })
  const done = (message: string) =>
    work.finish({ detail: message }, async () => ({ data: { physicalId, environment }, message }))

  say('?')
  let before: Environment
  try {
    before = await pathfinder.environmentOf(physicalId, { signal })
  } catch (error) {
    const { status, message, detail } = problemOf(error)
    // Its failure to read is not the failure to update that 500 stands for.
    const sentence = status === 'NotFound' ? message : `${message} Nothing was changed.`
    throw new Problem(status, sentence, { detail, cause: error })
  }
  say(before)
  await work.step({ result: 'Intent' }, async () => {})
  try {
    await pathfinder.pointTo(physicalId, environment, { signal })
  } catch (error) {
    if (!(error instanceof NeighbourError)) throw brokenOff(error)
    if (isForbidden(error) || !error.mayHaveHappened) {
      const { status, message, detail } = problemOf(error)
      throw new Problem(status, `${message} The panel still points to ${printed(before)}.`, {
        detail,
        cause: error,
      })
    }
    const now = await readAgain(pathfinder, physicalId, signal).catch((ended: unknown) => {
      throw brokenOff(ended)
    })
    if (now !== environment) throw failed(error, now)
    return done(
      `Update pathfinder successfully. Pathfinder's answer was lost, but it says that the panel points to ${printed(environment)} now.`,
    )
  }
  return done(
    `Update pathfinder successfully. The panel points to ${printed(environment)} now; before: ${printed(before)}.`,
  )
}

/** PROD, TEST, DEV: as the screen has them. */
const printed = (environment: Environment | '?'): string => environment.toUpperCase()

/** The call's time is over, for example: asked or not, nobody can say what became of it. */
function brokenOff(error: unknown): Problem {
  const what = error instanceof Problem ? error.message : 'The call broke off.'
  return new Problem('Unsettled', `${what} Where the panel points now is not known.`, { cause: error })
}

/** What a failure at Pathfinder means for the caller; its own 403 is a 403. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof NeighbourError)) throw error
  if (!isForbidden(error)) return neighbourProblem(error)
  return new Problem('Forbidden', error.sentence, {
    detail: { system: error.system, code: error.code, why: error.detail },
    cause: error,
  })
}

/** After a lost answer: what Pathfinder says; undefined where it cannot be read. */
async function readAgain(
  pathfinder: Pathfinder,
  physicalId: string,
  signal: AbortSignal,
): Promise<Environment | undefined> {
  try {
    return await pathfinder.environmentOf(physicalId, { signal })
  } catch (error) {
    if (error instanceof NeighbourError) return undefined
    throw error
  }
}

/** Asked, and not there as far as it can be read. 500 is kept for what Pathfinder itself calls its failure. */
function failed(error: NeighbourError, now: Environment | undefined): Problem {
  const what = error.sentence.replace(/ Try again\b.*$/, '')
  const state = now
    ? `Pathfinder says that the panel still points to ${printed(now)}. Query it again in a minute, before you try again.`
    : 'Where the panel points now is not known: it cannot be read either. Query it again in a few minutes, before you try again.'
  const isItsOwn = error.kind === 'server-error'
  return new Problem(
    isItsOwn ? 'Error' : statusOfNeighbour[error.kind],
    `${isItsOwn ? 'Update pathfinder failed. ' : ''}${what} ${state}`,
    {
      detail: { system: error.system, kind: error.kind, code: error.code, why: error.detail },
      cause: error,
    },
  )
}
