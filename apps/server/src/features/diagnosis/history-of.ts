import { factRights, judgedAfter } from '@support-console/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { changesOfThings } from '../../platform/observations/observations.store.ts'
import type { May } from '../../platform/sign-on/user.ts'
import { idsOfPanel } from '../panels/index.ts'
import { beforeMs } from './changes.ts'
import { type Facts, type FactValues, type KnownChange, knownOf, sourceOf } from './facts.ts'
import { short } from './in-words.ts'
import { readHistory } from './read-history.ts'
import type { KeptParts } from './read-kept.ts'
import { toleranceMs } from './refute.ts'
import { silentSince } from './silent-since.ts'

/** What changed here from the day before the silence on, by people and by themselves, as far as the reader may read it. */
export async function historyOf(
  parts: Pick<KeptParts, 'platform'>,
  facts: Facts,
  may: May,
): Promise<Facts['history']> {
  const now = parts.platform.clock.now()
  const silence = silentSince(facts)
  // What came after the silence is read, too: it shows what was not yet so before.
  const from = new Date((silence ? Date.parse(silence) : now.getTime()) - beforeMs - toleranceMs)
  const value = await changesWithin(parts, facts, { from, until: now, may })
  return { is: 'known', value, source: sourceOf('history'), at: now.toISOString() }
}

/** What changed here in a time, by people and by themselves, the newest first, as far as the reader may read it. */
export async function changesWithin(
  { platform: { db } }: Pick<KeptParts, 'platform'>,
  facts: Facts,
  { from, until, may }: { from: Date; until: Date; may: May },
): Promise<KnownChange[]> {
  const { cloudId, iccid } = facts
  const remoteId = knownOf(facts.panel)?.remoteId ?? ''
  const panel = cloudId === null ? [] : [...(await idsOfPanel(db, cloudId, may)), remoteId].filter(Boolean)
  const companies = [knownOf(facts.panelCompany), knownOf(facts.company)].flatMap((company) =>
    company?.companyId == null ? [] : [{ id: company.companyId, name: company.name }],
  )
  const people = await readHistory(
    db,
    {
      panel,
      // Those too that the inventory has in the panel beside the one of its session.
      sim: [...new Set([iccid ?? '', ...(knownOf(facts.panel)?.sims ?? []).slice(0, mostSims)])].filter(
        Boolean,
      ),
      company: [...new Map(companies.map((company) => [company.id, company])).values()],
    },
    { from, until, may },
  )
  const swaps = cloudId !== null && may(factRights.session) ? await sawSims(db, cloudId, from) : []
  const all = [...people, ...ofThemselves(facts), ...swaps].filter(({ right }) => may(right))
  return all.toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** Of a panel's SIMs the changes of so many are told. */
const mostSims = 5

/** What WebConnect saw as the SIM of the panel's sessions, where that changed. */
async function sawSims(db: Db, cloudId: string, since: Date): Promise<KnownChange[]> {
  const seen = await changesOfThings(db, 'panel', { ids: [cloudId], fields: ['iccid'], since })
  return seen
    .filter(({ before, after }) => before && after)
    .map(
      ({ source, before, after, at }): KnownChange => ({
        at: at.toISOString(),
        kind: 'sim-panel',
        what: `${source} saw SIM ${short(after)} in the panel instead of ${short(before)}.`,
        scope: { kind: 'panel', id: cloudId },
        who: null,
        transactionId: null,
        right: factRights.session,
      }),
    )
}

/** Releases, and what sources were seen to say otherwise. */
function ofThemselves({ deployments, changes, iccid, panel }: Facts): KnownChange[] {
  const receiver = knownOf(panel)?.receiver ?? ''
  const ofOthers = (server: string) => receiver !== '' && server !== receiver
  const releases = (knownOf(deployments) ?? [])
    .filter(({ server }) => !ofOthers(server))
    .map(
      ({ server, toRelease, state, begunAt, endedAt, ...by }): KnownChange => ({
        at: endedAt ?? begunAt,
        kind: 'release',
        what: [
          state === 'seen'
            ? `${server} was seen with release ${toRelease}, which this console did not order`
            : state === 'succeeded'
              ? `${server} got release ${toRelease}`
              : state === 'error'
                ? `Release ${toRelease} failed on ${server}`
                : `Release ${toRelease} is being deployed on ${server}`,
          receiver === '' ? ', not known to serve this panel.' : '.',
          sayPanels(by),
        ].join(''),
        scope: { kind: 'csr', id: server },
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
        what: `SIM status ${before} → ${after}.`,
        scope: { kind: 'sim', id: iccid ?? '' },
        who: source,
        transactionId: null,
        right: factRights.sim,
      }),
    )
  return [...releases, ...seen]
}

/** ' 102 of its 104 panels reported 15 minutes after it, at ….', where its agent told both; else nothing. */
export function sayPanels({
  panelsBefore,
  panelsAfter,
  panelsAfterAt,
}: Pick<FactValues['deployments'][number], 'panelsBefore' | 'panelsAfter' | 'panelsAfterAt'>): string {
  if (panelsBefore === null || panelsAfter === null || panelsAfterAt === null || panelsBefore === 0) return ''
  return ` ${Math.min(panelsAfter, panelsBefore)} of its ${panelsBefore} panels reported ${judgedAfter} minutes after it, at ${panelsAfterAt}.`
}
