import {
  type Call,
  calls,
  everyone,
  factRights,
  listedKinds,
  mostOfShift,
  mostStillSilent,
  notesCalls,
  type Shift,
  type UndertakingKind,
} from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import type { May, User } from '../../platform/sign-on/user.ts'
import { workLeft } from '../../platform/undertakings/read.ts'
import { type Account, accountsOf, changesWithin, isOfAccounts, isSameAccount } from '../audit-trail/index.ts'
import { scansBetween } from '../fleet/index.ts'
import { notesWithin } from '../notes/index.ts'
import { outagesBetween, stillSilent } from '../outages/index.ts'
import { watchesWithin } from '../watches/index.ts'
import { silentBetween } from '../webconnect/index.ts'
import { foldedOf, withWork } from './with-work.ts'

export interface HandoverSettings {
  automationOperatorEmail: string
}

/** They are told as notes. */
const ofNotes = Object.values(notesCalls as Record<string, Call>).map(
  ({ method, path }) => `${method} ${path}`,
)

/** Work that has no row of its own in what is to go on with: watches have their own, and scans go on by themselves. */
const toldElsewhere: readonly UndertakingKind[] = ['watch', 'sweep', 'look']

/** What happened in a shift, for the next one. */
export function registerHandover(api: Api, { automationOperatorEmail }: HandoverSettings): void {
  const { db, clock } = api.platform

  /**
   * A person by all accounts that bore their e-mail: a later one has the past of the first. Anyone who may not read others' work is
   * told of their own account alone.
   */
  async function whoseWork(email: string, reader: User): Promise<Account[]> {
    const all = await accountsOf(db, email, clock.now())
    if (email.toLowerCase() !== reader.email.toLowerCase()) return all
    const isReader = (account: Account) => isSameAccount(account, reader)
    const known = reader.may(factRights.userAction) ? all : all.filter(isReader)
    const { issuer, subject } = reader
    return known.some(isReader) ? known : [...known, { issuer, subject, since: clock.now() }]
  }

  registerCall(api, calls.getShift, async ({ query, user, signal }) => {
    const { may } = user
    const { who = user.email } = query
    if (who.toLowerCase() !== user.email.toLowerCase()) api.guard.authorise(user, factRights.userAction)
    const whose = who === everyone ? undefined : await whoseWork(who, user)
    const robot = whose ? '' : automationOperatorEmail
    const time = { from: new Date(query.from), to: new Date(query.to) }
    const asked = { ...time, whose, most: mostOfShift }
    const mayWatch = may(factRights.session)
    const kinds = listedKinds(may).filter((kind) => !toldElsewhere.includes(kind))
    const [{ changes, hasMore }, left, watches, { notes, isAll }, outages, silent, scans, folded] =
      await Promise.all([
        changesWithin({ db, clock }, { ...asked, robot, without: ofNotes, may }, signal),
        workLeft(db, { ...asked, isTheirs: isOfAccounts(whose) }, kinds, may),
        mayWatch ? watchesWithin(db, asked) : [],
        notesWithin(db, asked, user),
        outagesBetween(db, may, asked),
        mayWatch ? silentBetween(db, time.from, time.to) : null,
        may('fleet.read') ? scansBetween(db, time.from, time.to) : null,
        !whose && may(factRights.userAction) ? foldedOf(db, { ...time, robot }) : null,
      ])
    const away = await stillSilent(
      db,
      outages.map(({ outageId }) => outageId),
    )
    return {
      data: {
        who: whose ? who : '',
        accounts: (whose ?? []).map((account) => ({
          since: account.since.toISOString(),
          isReader: isSameAccount(account, user),
        })),
        changes: await withWork(db, changes, may),
        hasMore,
        folded,
        left,
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
        outages: outages.reverse().map((outage) => {
          const panels = away.get(outage.outageId) ?? []
          return { ...outage, stillSilent: panels.length, silentPanels: panels.slice(0, mostStillSilent) }
        }),
        stillSilent: new Set([...away.values()].flat()).size,
        silent,
        scans,
        withheld: withheldFrom(may, isAll),
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
    scans: may('fleet.read'),
  }
  return (Object.keys(isTold) as Shift['withheld']).filter((what) => !isTold[what])
}
