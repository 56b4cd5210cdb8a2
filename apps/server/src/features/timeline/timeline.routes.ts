import { calls, type Timeline, type TimelineKind, timelinePage } from '@support-console/contract'
import { sql } from 'kysely'
import { atMoment, currentWork } from '../../platform/database/work.ts'
import type { Api } from '../../platform/http/api.ts'
import type { CallContext, DataReply } from '../../platform/http/call-context.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { idsOfPanel } from '../panels/index.ts'
import { readTimeline } from './read-timeline.ts'
import type { Subject } from './source.ts'
import { readTickets } from './tickets.ts'

/** Behind the key of every source. */
const afterAll = 'z~'

/** The same for all of them. */
type Asked = Pick<CallContext<typeof calls.getSimTimeline>, 'params' | 'query' | 'user'>

/** What happened to a SIM, a panel, a company, a server, or in a transaction (connected console, section 6). */
export function registerTimeline(api: Api): void {
  const { db } = api.platform

  const timelineOf =
    (kind: Subject['kind'], idsOf: (id: string, may: May) => Promise<readonly string[]>) =>
    async ({ params, query, user }: Asked): Promise<DataReply<Timeline>> => {
      const { moment } = currentWork() ?? {}
      // What is told here stands as it was told; of a moment of the past all that had been told by then.
      const last = moment === undefined ? undefined : `${moment * 1000}.${afterAll}`
      const read = async (): Promise<Timeline> => {
        const subject = { kind, ids: await idsOf(params.id, user.may) }
        const before = query.before ?? last
        const page = await readTimeline(db, subject, {
          before,
          kinds: query.kinds?.split(',') as TimelineKind[] | undefined,
          by: query.by,
          text: query.text,
          limit: query.limit ?? timelinePage.usual,
          may: user.may,
        })
        if (query.before !== undefined || kind === 'transaction') return page
        return { ...page, tickets: await readTickets(db, subject, { before, may: user.may }) }
      }
      return { data: await atMoment(undefined, read) }
    }
  const itself = async (id: string) => [id]

  registerCall(api, calls.getSimTimeline, timelineOf('sim', itself))
  registerCall(
    api,
    calls.getPanelTimeline,
    timelineOf('panel', (id, may) => idsOfPanel(db, id, may)),
  )
  registerCall(api, calls.getCompanyTimeline, timelineOf('company', itself))
  registerCall(
    api,
    calls.getCsrTimeline,
    // The trail names a server by its address; it is asked for by its name as names are compared (D47).
    timelineOf('csr', async (id) => {
      const named = db.selectFrom('csr').select('ip_address').where(sql`folded(server)`, '=', id)
      return (await named.execute()).map((csr) => csr.ip_address)
    }),
  )
  registerCall(api, calls.getTransactionTimeline, timelineOf('transaction', itself))
}
