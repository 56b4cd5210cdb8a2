import {
  type calls,
  factRights,
  type Watched,
  type WatchOutcome,
  watchOutcomes,
} from '@support-console/contract'
import type { CallContext, Committed, UnitOfWork } from '../../platform/http/call-context.ts'
import { problems } from '../../platform/problem.ts'
import { beginWatches, panelsOfSims, refusedPanels, sayHours } from './begin-watches.ts'
import type { WatchParts } from './watch-work.ts'

type Many = typeof calls.beginWatches

/** How each outcome is told in the trail. */
const words: Readonly<Record<WatchOutcome, string>> = {
  begun: 'watched',
  mine: 'watched already',
  reporting: 'already reporting',
  unknown: 'not known',
  'no-panel': 'SIMs in no panel',
}

/** Watches the panels that are named, and those of the SIMs that are. What is refused stops none of the others. */
export async function watchMany(
  parts: WatchParts,
  context: CallContext<Many>,
  work: UnitOfWork<Many>,
): Promise<Committed<{ results: Watched[] }>> {
  const { cloudIds, simIds, hours } = context.body
  if (simIds.length > 0 && !context.user.may(factRights.sim))
    throw problems.forbidden(factRights.sim, context.user)
  const panelOf = await panelsOfSims(parts.platform.db, simIds)
  const panels = [...new Set([...cloudIds, ...panelOf.values()])]
  const refused = await refusedPanels(parts, panels)
  return work.finish(async (trx) => {
    const begun = await beginWatches(trx, parts, { ...context, cloudIds: panels, refused, hours })
    const outcomeOf = (cloudId: string | undefined): WatchOutcome =>
      begun.get(cloudId ?? '')?.outcome ?? 'no-panel'
    const results: Watched[] = [
      ...cloudIds.map((id) => ({ kind: 'panel' as const, id, cloudId: id, outcome: outcomeOf(id) })),
      ...simIds.map((id) => {
        const cloudId = panelOf.get(id)
        return { kind: 'sim' as const, id, cloudId: cloudId ?? null, outcome: outcomeOf(cloudId) }
      }),
    ]
    const entries = panels.flatMap((id) => {
      const each = begun.get(id)
      return each?.outcome === 'begun' ? [each.entry] : []
    })
    return {
      data: { results },
      entry: [
        {
          message: `Watch ${entries.length} of ${panels.length} panels for ${sayHours(hours)}`,
          detail: sayResults(results),
        },
        ...entries,
      ],
    }
  })
}

/** '12 watched; 2 already reporting: CBS0000003 CBS0000004' */
const sayResults = (results: readonly Watched[]): string =>
  watchOutcomes
    .flatMap((outcome) => {
      const ids = results.filter((each) => each.outcome === outcome).map(({ id }) => id)
      if (ids.length === 0) return []
      const said = `${ids.length} ${words[outcome]}`
      return outcome === 'begun' ? [said] : [`${said}: ${ids.join(' ')}`]
    })
    .join('; ')
