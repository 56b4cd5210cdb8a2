import {
  type Call,
  calls,
  everyone,
  factRights,
  mostOfShift,
  notesCalls,
  type Shift,
} from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { changesWithin } from '../audit-trail/index.ts'
import { notesWithin } from '../notes/index.ts'
import { outagesBetween } from '../outages/index.ts'
import { watchesWithin } from '../watches/index.ts'

/** They are told as notes. */
const ofNotes = Object.values(notesCalls as Record<string, Call>).map(
  ({ method, path }) => `${method} ${path}`,
)

/** What happened in a shift, for the next one. */
export function registerHandover(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.getShift, async ({ query, user, signal }) => {
    const { who = user.email } = query
    const isOwn = who.toLowerCase() === user.email.toLowerCase()
    if (!isOwn) api.guard.authorise(user, factRights.userAction)
    const whose = isOwn ? user : who === everyone ? undefined : { email: who }
    const asked = { from: new Date(query.from), to: new Date(query.to), whose, most: mostOfShift }
    const mayWatch = user.may(factRights.session)
    const [{ changes, hasMore }, watches, { notes, isAll }, outages] = await Promise.all([
      changesWithin({ db, clock }, { ...asked, without: ofNotes, may: user.may }, signal),
      mayWatch ? watchesWithin(db, asked) : [],
      notesWithin(db, asked, user),
      outagesBetween(db, user.may, asked),
    ])
    return {
      data: {
        who: who === everyone ? '' : who,
        changes: changes.map(({ done, at, ...change }) => ({
          ...change,
          at: at.toISOString(),
          outcome: change.failed > 0 ? 'failed' : done > 0 ? 'done' : 'open',
        })),
        hasMore,
        watches: watches.map((row) => ({
          watchId: row.watch_id,
          cloudId: row.cloud_id,
          by: row.email,
          beganAt: row.created_at.toISOString(),
          until: row.until_at.toISOString(),
          state: row.state,
          endedAt: row.finished_at?.toISOString() ?? null,
        })),
        notes,
        outages: outages.reverse(),
        withheld: withheldFrom(user.may, isAll),
      },
    }
  })
}

/** What is told in part or not at all. @param hasAllNotes of notes, as they were read */
function withheldFrom(may: May, hasAllNotes: boolean): Shift['withheld'] {
  const isTold: Record<Shift['withheld'][number], boolean> = {
    changes: may(factRights.environment) && may(factRights.userAction),
    watches: may(factRights.session),
    notes: hasAllNotes,
    outages: may(factRights.session) && may(factRights.deployment),
  }
  return (Object.keys(isTold) as Shift['withheld']).filter((what) => !isTold[what])
}
