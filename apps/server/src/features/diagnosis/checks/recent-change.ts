import { pageOf } from '@support-console/contract'
import { beforeMs } from '../changes.ts'
import { ask, by, type Check, fine, goTo, ofPanel, told } from '../check.ts'
import { type Facts, type KnownChange, knownOf } from '../facts.ts'
import { intoInventory } from '../read-history.ts'
import { toleranceMs } from '../refute.ts'
import { silentSince } from '../silent-since.ts'

/** The settings of a company by which its panels and SIMs connect. */
const connecting = /subnets|network model|VPN|connector service|CBS auth|WebConnect mobile|MVNOs/i

/** Which settings a change has set, and whether each to something that may keep the panel away. */
function settingsOf({ kind, what }: KnownChange, host: Facts['host']): [name: string, mayStop: boolean][] {
  if (kind === 'environment') return [['environment', !what.includes(host.toUpperCase())]]
  if (kind === 'sim-panel') return [['sim-panel', !what.includes(intoInventory)]]
  if (kind !== 'company') return []
  const named = what.replace(/^.* was saved: |\.$/g, '').split(', ')
  return named
    .filter((setting) => connecting.test(setting))
    .map((setting) => [setting.replace(/ \((?:yes|no)\)$/, ''), !setting.endsWith('(yes)')])
}

/** The last change made here, in the day before the silence, by which the panel connects, and that no one took back before it. */
export function changeBefore(facts: Facts): KnownChange | undefined {
  const since = Date.parse(silentSince(facts) ?? '')
  const setSince = new Set<string>()
  return knownOf(facts.history)?.find((change) => {
    const at = Date.parse(change.at)
    if (!(at <= since + toleranceMs && at >= since - beforeMs)) return false
    const settings = settingsOf(change, facts.host)
    const isWhy = settings.some(([name, mayStop]) => mayStop && !setSince.has(name))
    for (const [name] of settings) setSince.add(name)
    return isWhy
  })
}

/** What people did in this console just before. */
export const recentChangeChecks: readonly Check[] = [
  {
    code: 'recent-change',
    title: 'Recent changes',
    mostly: 'may-stop',
    followsFrom: [],
    acts: 'at the next session',
    scope: ofPanel,
    applies: (facts) => silentSince(facts) !== undefined,
    needs: ({ history }) => [history],
    judge(facts) {
      if (knownOf(facts.history) === undefined) return undefined
      const found = changeBefore(facts)
      if (!found) return fine('No change in this console explains it.')
      const { what, at, who, transactionId, scope, kind } = found
      const isSeen = kind === 'sim-panel' && transactionId === null
      return {
        state: 'wrong',
        title: isSeen ? 'Another SIM just before' : 'A change just before',
        sentence: `${what.replace(/\.$/, '')} at ${at}${who ? ` by ${who}` : ''}.`,
        evidence: [by({ source: isSeen ? 'WebConnect' : 'Console', at }, 'Changed', what)],
        since: told(at),
        changedBy: transactionId === null ? null : { transactionId, who, at },
        scope,
        ...(isSeen && { step: ask('Ask the installer whether the SIM of the panel was changed.') }),
        ...(transactionId !== null && {
          next: [{ text: 'Open the transaction', path: pageOf('transaction', transactionId) }],
          step: goTo(
            'See what was changed, and whether it was meant.',
            'Open the transaction',
            pageOf('transaction', transactionId),
          ),
        }),
      }
    },
  },
]
