import { calls, mostLooked, thing } from '@support-console/contract'
import { startedCsv } from '../../platform/csv.ts'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import type { View, Views } from '../states/index.ts'
import { allFindings, findingFile, type Which } from './all-findings.ts'
import { endExpected, expect, listExpected } from './expected.ts'
import { readFilter, readWholeFilter } from './filter.ts'
import { listFleet } from './list-fleet.ts'

/** What is wrong in the whole fleet, and what of it is known for good. */
export function registerFleet(api: Api, viewOf: Views): void {
  const { db, clock } = api.platform
  const file = async (view: View, which: Which, signal: AbortSignal) => ({
    file: {
      name: `fleet-${clock.now().toISOString().slice(0, 10)}.csv`,
      content: await startedCsv(findingFile, allFindings(db, view, which), signal),
    },
  })

  registerCall(api, calls.listFleet, async ({ query, user }) => {
    const { filter: text, by: wanted = 'cause', order = 'desc', page = 1 } = query
    const { filter, leftOut } = await readFilter(db, user.may, text)
    const by = filter.cause === undefined ? wanted : 'thing'
    const { sort = by === 'thing' ? 'since' : 'things' } = query
    const found = await listFleet(db, { view: viewOf(user), filter, by, sort, order, page })
    return { data: { ...found, leftOut } }
  })

  registerCall(api, calls.chooseFleet, async ({ query, user }) => {
    const which = { filter: await readWholeFilter(db, user.may, query.filter) }
    const ids: string[] = []
    for await (const { id } of allFindings(db, viewOf(user), which)) {
      if (ids.length === mostLooked)
        throw new Problem(
          'Invalid',
          `More than ${mostLooked.toLocaleString('en-US')} match, which is the most that can be chosen at once. Narrow the list with its filters.`,
        )
      ids.push(id)
    }
    return { data: { ids } }
  })

  registerCall(api, calls.exportFleet, async ({ query, user, signal }) =>
    file(viewOf(user), { filter: await readWholeFilter(db, user.may, query.filter) }, signal),
  )

  registerCall(api, calls.exportChosenFleet, async ({ body, user, signal }) =>
    file(viewOf(user), body, signal),
  )

  registerCall(api, calls.listExpected, async ({ user }) => ({
    data: await listExpected(db, user, clock.now()),
  }))

  registerCall(api, calls.expectFindings, async ({ body, user, transactionId }, work) =>
    work.finish(async (trx) => {
      const { count, companyName, ids } = await expect(trx, body, { user, now: clock.now() })
      const subject =
        body.of === 'company'
          ? `'${body.finding}' of ${companyName}`
          : `${count} finding${count === 1 ? '' : 's'}`
      const until = sayUtc(new Date(body.until))
      const over = body.of === 'things' ? body.ids.length - count : 0
      return {
        data: { expected: count },
        message:
          over > 0
            ? `Expected until ${until}: ${count} of ${count + over}. The others are already over.`
            : `Expected until ${until}.`,
        entry: {
          message: `Mark ${subject} as expected until ${until}`,
          object:
            body.of === 'company' ? thing('company', body.companyId) : thing('transaction', transactionId),
          detail: body.of === 'company' ? body.reason : `${body.reason}: ${ids.join(', ')}`,
        },
      }
    }),
  )

  registerCall(api, calls.endExpected, async ({ params, user, transactionId }, work) =>
    work.finish(async (trx) => {
      const ended = await endExpected(trx, params.expectedId, user, clock.now())
      const about = ended.company
        ? thing('company', ended.company.companyId)
        : ended.thing
          ? thing(ended.thing.kind, ended.thing.id)
          : thing('transaction', transactionId)
      return {
        data: null,
        message: 'The finding is no longer expected.',
        entry: {
          message: `Mark '${ended.finding}' as no longer expected`,
          object: about,
          detail: ended.reason,
        },
      }
    }),
  )
}
