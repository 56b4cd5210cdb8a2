import { factRights } from '@support-console/contract'
import type { May } from '../../platform/sign-on/user.ts'
import { idsOfPanel } from '../panels/index.ts'
import { beforeMs } from './changes.ts'
import { type Facts, type KnownChange, knownOf, sourceOf } from './facts.ts'
import { readHistory } from './read-history.ts'
import type { KeptParts } from './read-kept.ts'
import { toleranceMs } from './refute.ts'
import { silentSince } from './silent-since.ts'

/** What changed here from the day before the silence on, by people and by themselves, as far as the reader may read it. */
export async function historyOf(
  { platform: { db, clock } }: Pick<KeptParts, 'platform'>,
  facts: Facts,
  may: May,
): Promise<Facts['history']> {
  const { cloudId, iccid } = facts
  const now = clock.now()
  const silence = silentSince(facts)
  // What came after the silence is read, too: it shows what was not yet so before.
  const from = new Date((silence ? Date.parse(silence) : now.getTime()) - beforeMs - toleranceMs)
  const remoteId = knownOf(facts.panel)?.remoteId ?? ''
  const panel = cloudId === null ? [] : [...(await idsOfPanel(db, cloudId, may)), remoteId].filter(Boolean)
  const companies = [knownOf(facts.panelCompany), knownOf(facts.company)].flatMap((company) =>
    company?.companyId == null ? [] : [{ id: company.companyId, name: company.name }],
  )
  const people = await readHistory(
    db,
    {
      panel,
      sim: iccid === null ? [] : [iccid],
      company: [...new Map(companies.map((each) => [each.id, each])).values()],
    },
    { from, until: now, may },
  )
  const all = [...people, ...ofThemselves(facts)].filter(({ right }) => may(right))
  return {
    is: 'known',
    value: all.toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    source: sourceOf('history'),
    at: now.toISOString(),
  }
}

/** Releases, and what sources were seen to say otherwise. */
function ofThemselves({ deployments, changes, iccid }: Facts): KnownChange[] {
  const releases = (knownOf(deployments) ?? []).map(
    ({ server, toRelease, state, begunAt, endedAt, ...by }): KnownChange => ({
      at: endedAt ?? begunAt,
      kind: 'release',
      what:
        state === 'succeeded'
          ? `${server} got release ${toRelease}.`
          : state === 'error'
            ? `Release ${toRelease} failed on ${server}.`
            : `Release ${toRelease} is being deployed on ${server}.`,
      scope: { kind: 'receiver', id: server },
      who: by.email ?? null,
      transactionId: by.transactionId ?? null,
      right: factRights.deployment,
    }),
  )
  const seen = (knownOf(changes) ?? [])
    .filter(({ field, before, after }) => field === 'deviceStatus' && before && after)
    .map(
      ({ source, before, after, at }): KnownChange => ({
        at: at.toISOString(),
        kind: 'sim',
        what: `${source} said ${after} instead of ${before}.`,
        scope: { kind: 'sim', id: iccid ?? '' },
        who: null,
        transactionId: null,
        right: factRights.sim,
      }),
    )
  return [...releases, ...seen]
}
