import {
  calls,
  factRights,
  mostSubRows,
  mostUserActionItems,
  sessionActivities,
  type UserActionItem,
} from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { instantsOf, type LocalTime, localTimeOf } from '../../platform/local-time.ts'
import { transactionsOfSims } from '../sim-activity/index.ts'
import { readActions, type StoredAction, type StoredEntry } from './audit-trail.store.ts'
import { type BoundedReads, boundedReads } from './bounded-reads.ts'
import { registerExport } from './export.routes.ts'
import { type FoundTransaction, findTransactions, type Wanted } from './find-transactions.ts'
import { createSearchTurns } from './search-turns.ts'

/** Milliseconds; some less than the call has, so that who waits is told what to do about it. */
const longestSearch = 25_000
/** How many searches run at once on this server, and how long another one waits for its turn. */
const mostAtOnce = 3
const longestWait = 5_000
/** Bytes of one answer's entries, as the store counts them: what is held in memory for it. */
const largestAnswer = 20_000_000
/** Transactions whose entries are read in one statement. */
const actionsPerRead = 500

export interface AuditTrailSettings {
  /** Whose rows HideRobot hides; empty: no one's. */
  automationOperatorEmail: string
}

interface Found {
  actions: StoredAction[]
  hasMore: boolean
}

/** The audit trail: what users claim, what the server entered, as User Action Detail shows it (2.12), and the export. */
export function registerAuditTrail(api: Api, settings: AuditTrailSettings): void {
  registerClaims(api)
  registerExport(api)
  registerSearch(api, settings)
}

function registerSearch(api: Api, { automationOperatorEmail }: AuditTrailSettings): void {
  const { db, clock, config } = api.platform
  const turn = createSearchTurns(clock, {
    atOnce: Math.max(1, Math.min(mostAtOnce, Math.floor(config.database.connections / 3))),
    waitAtMostMs: longestWait,
  })

  registerCall(api, calls.getUserActions, async ({ query, user, signal }) => {
    const local = localTimeOf(query.timeZone, query.timeOffset ?? 0)
    const { transactionID: transactionId, email, page, text } = query
    const robot = query.hideRobot === 'true' ? automationOperatorEmail : ''
    const search = (reads: BoundedReads) =>
      transactionId === undefined
        ? actionsThatFit(reads, {
            range: instantsOf(query, local),
            email,
            page,
            text,
            robot: robot === '' ? undefined : robot,
            changesOnly: query.changesOnly === 'true',
          })
        : actionsOfOne(reads, transactionId)
    const end = clock.elapsed() + longestSearch
    const { actions, hasMore } = await turn(
      () => boundedReads({ db, clock }, { lastsUpTo: end - clock.elapsed(), signal }, search),
      signal,
    )
    const ids = actions.map(({ main }) => main.transactionId)
    const ofSims = await transactionsOfSims(db, user.may(factRights.simActivity) ? ids : [])
    return { data: { items: actions.map((action) => toItem(action, local, ofSims)), hasMore } }
  })
}

async function actionsThatFit(reads: BoundedReads, wanted: Wanted): Promise<Found> {
  // One more than is shown tells whether there are more.
  const found = await findTransactions(reads, wanted, mostUserActionItems + 1)
  const shown = found.slice(0, mostUserActionItems)
  const actions = await readInParts(reads, shown)
  const hasMore = actions.length < found.length
  // What someone else did under the robot's transaction would bring the robot's row back.
  const robot = wanted.robot?.toLowerCase()
  return { actions: actions.filter(({ main }) => main.email.toLowerCase() !== robot), hasMore }
}

async function readInParts(
  reads: BoundedReads,
  transactions: readonly FoundTransaction[],
): Promise<StoredAction[]> {
  const all: StoredAction[] = []
  let left = largestAnswer
  for (let i = 0; i < transactions.length && left > 0; i += actionsPerRead) {
    const part = transactions.slice(i, i + actionsPerRead)
    const { actions, size } = await readActions(reads, part, {
      mostEntries: 1 + mostSubRows.ofMany,
      mostSize: left,
    })
    all.push(...actions)
    left -= size
  }
  return all
}

async function actionsOfOne(reads: BoundedReads, transactionId: string): Promise<Found> {
  const { actions } = await readActions(reads, [{ transactionId: transactionId.toLowerCase(), at: null }], {
    mostEntries: 1 + mostSubRows.ofOne,
    mostSize: largestAnswer,
  })
  return { actions, hasMore: false }
}

function toItem(
  { main, others, more }: StoredAction,
  local: LocalTime,
  ofSims: ReadonlySet<string>,
): UserActionItem {
  const entry = ({ email, activity, message, source, object, result, detail, at }: StoredEntry) => ({
    email,
    status: activity,
    statusDesc: message,
    source,
    object,
    result,
    detail,
    date: at.toISOString(),
    localDate: local.format(at),
  })
  return {
    transactionId: main.transactionId,
    ...entry(main),
    subRows: others.map((each) => ({ ...entry(each), subtransId: each.subTransactionId ?? '' })),
    moreSubRows: more,
    hasSimActivity: ofSims.has(main.transactionId),
  }
}

/**
 * What the console says its user did (specification 7, D18): a claim beside the server's own entries. Who and in
 * which session comes from the token (D15); what the browser delivers twice is one entry.
 */
function registerClaims(api: Api): void {
  registerCall(api, calls.postActivityLog, async ({ body, user }, work) => {
    if (!sessionActivities.includes(body.Activity)) api.guard.authorise(user, 'activity-log.write')
    const { Activity: activity, ActionMessage: message, Detailinfo: detail } = body
    return work.finish(async () => ({
      data: null,
      entry: { source: 'console', activity, message, detail },
    }))
  })
}
