import type { calls, Environment } from '@support-console/contract'
import type { CallContext, Committed, UnitOfWork } from '../../platform/http/call-context.ts'
import { neighbourProblem } from '../../platform/http/neighbour-problem.ts'
import { NeighbourError } from '../../platform/outbound/index.ts'
import { Problem } from '../../platform/problem.ts'
import { type Asking, ask, type Told } from '../../systems/ask.ts'
import { isForbidden, type Pathfinder, type Pointed } from '../../systems/pathfinder/pathfinder.adapter.ts'

type UpdateCall = typeof calls.updatePathfinder

/**
 * Points a panel to another environment (2.9). Pathfinder is read first, asked once, and read again where its answer
 * is lost, so that the answer says what is so. Outcomes as the screen knows them (4, 8): 200, 403, 500, anything else.
 * @throws Problem for everything that did not lead there
 */
export async function pointPanel(
  { pathfinder, platform }: { pathfinder: Pathfinder; platform: Asking['platform'] },
  { physicalId, environment }: { physicalId: string; environment: Environment },
  { signal }: Pick<CallContext<UpdateCall>, 'signal'>,
  work: UnitOfWork<UpdateCall>,
): Promise<Committed<{ physicalId: string; environment: Environment }>> {
  const say = (from: Environment | '?') =>
    work.about({ message: `Point panel ${physicalId} from ${printed(from)} to ${printed(environment)}` })
  const done = (message: string) =>
    work.finish(async () => ({ data: { physicalId, environment }, message, entry: { detail: message } }))

  const look = () => lookUp({ platform, signal }, pathfinder, physicalId)

  say('?')
  const looked = await look()
  // Its failure to read is not the failure to update that 500 stands for.
  if (looked.data === null)
    throw problemOf(looked.error, (sentence, kind) =>
      kind === 'not-found' ? sentence : `${sentence} Nothing was changed.`,
    )
  const before = looked.data.environment
  say(before)
  await work.step(async () => ({ entry: { result: 'Intent' } }))
  const pointed = await askOf({ platform, signal }, pathfinder, physicalId, () =>
    pathfinder.pointTo(physicalId, environment, { signal }).then(() => ({ environment, changedAt: null })),
  ).catch(brokenOff)
  if (pointed.data === null) {
    const { error } = pointed
    if (!(error instanceof NeighbourError)) return brokenOff(error)
    if (isForbidden(error) || !error.mayHaveHappened)
      throw problemOf(error, (sentence) => `${sentence} The panel still points to ${printed(before)}.`)
    const now = await look().catch(brokenOff)
    if (now.data?.environment !== environment) throw failed(error, now.data?.environment ?? null)
    return done(
      `Update pathfinder successfully. Pathfinder's first answer was lost, but it now says that the panel points to ${printed(environment)}.`,
    )
  }
  return done(
    `Update pathfinder successfully. The panel now points to ${printed(environment)}; before: ${printed(before)}.`,
  )
}

/** PROD, TEST, DEV: as the screen has them. */
const printed = (environment: Environment | '?'): string => environment.toUpperCase()

/** The call's time is over, for example: asked or not, no one can say what became of it. */
function brokenOff(error: unknown): never {
  const what = error instanceof Problem ? error.message : 'The call broke off.'
  throw new Problem('Unsettled', `${what} It is not known where the panel points now.`, { cause: error })
}

/** Where Pathfinder says that the panel points. */
export const lookUp = (asking: Asking, pathfinder: Pathfinder, physicalId: string): Promise<Told<Pointed>> =>
  askOf(asking, pathfinder, physicalId, () => pathfinder.environmentOf(physicalId, { signal: asking.signal }))

/** What Pathfinder tells is kept of the panel. */
const askOf = (
  asking: Asking,
  { name }: Pathfinder,
  physicalId: string,
  what: () => Promise<Pointed>,
): Promise<Told<Pointed>> =>
  ask(asking, name, what, {
    kind: 'panel',
    id: physicalId,
    fields: ({ environment }) => ({ environment, physicalId }),
  })

/** What a failure at Pathfinder means for the caller; its own 403 is a 403. */
export function problemOf(
  error: unknown,
  say = (sentence: string, _kind: NeighbourError['kind']) => sentence,
): Problem {
  if (!(error instanceof NeighbourError)) throw error
  const status = isForbidden(error) ? ('Forbidden' as const) : undefined
  return neighbourProblem(error, { status, sentence: say(error.sentence, error.kind) })
}

/** Asked, and not there as far as it can be read. 500 is kept for what Pathfinder itself calls its failure. */
function failed(error: NeighbourError, now: Environment | null): Problem {
  const what = error.sentence.replace(/ Try again\b.*$/, '')
  const state = now
    ? `Pathfinder says that the panel still points to ${printed(now)}. Query it again in a minute, before you try again.`
    : 'It is not known where the panel points now, because that cannot be read either. Query it again in a few minutes, before you try again.'
  const isItsOwn = error.kind === 'server-error'
  return neighbourProblem(error, {
    status: isItsOwn ? 'Error' : undefined,
    sentence: `${isItsOwn ? 'Update pathfinder failed. ' : ''}${what} ${state}`,
  })
}
