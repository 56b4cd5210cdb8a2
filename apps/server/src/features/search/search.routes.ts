import { calls, mainIdentifier, type SearchKind } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { problems } from '../../platform/problem.ts'
import type { User } from '../../platform/sign-on/user.ts'
import type { Views } from '../states/index.ts'
import { find, readableSources } from './find.ts'
import { linesAtOnce, resolveLines } from './resolve.ts'
import { searchSources } from './sources/index.ts'
import { createTurns } from './turns.ts'
import { noteVisit, readRecent } from './visits.ts'

/** Hits of one answer, where no one says how many. */
const usualLimit = 20

/** Search (connected console, 3), and what someone visited last (D38). */
export function registerSearch(api: Api, viewOf: Views): void {
  const { db, clock } = api.platform
  const all = searchSources(clock)
  const turns = createTurns(linesAtOnce)
  const sourcesOf = (user: User) => readableSources(all, viewOf(user))
  const kindsOf = (user: User): SearchKind[] => [...new Set(sourcesOf(user).map(({ kind }) => kind))]

  const findHits = async (user: User, { q, limit }: { q: string; limit?: number | undefined }) => {
    const { hits, hasMore } = await find(db, sourcesOf(user), q, limit ?? usualLimit)
    return { hits, hasMore }
  }

  registerCall(api, calls.findThings, async ({ query, user }) => ({
    data: {
      ...(await findHits(user, query)),
      kinds: kindsOf(user),
    },
  }))

  registerCall(api, calls.resolveLines, async ({ body, user, signal }) => ({
    data: { items: await resolveLines(db, sourcesOf(user), body.text, { signal, turns }) },
  }))

  registerCall(api, calls.listRecent, async ({ user }) => ({
    data: { items: await readRecent(db, sourcesOf(user), user) },
  }))

  registerCall(api, calls.noteVisit, async ({ body, user }) => {
    const source = sourcesOf(user).find(({ kind }) => kind === body.kind)
    if (!source) throw problems.forbidden(`search of ${body.kind}`, user)
    if (mainIdentifier(body.kind, body.id) === undefined)
      throw problems.invalid([{ field: 'id', message: `is not an identifier of a ${body.kind}` }])
    await noteVisit(db, user, { ...body, at: clock.now() })
    return { data: null }
  })
}
