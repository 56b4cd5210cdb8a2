import { pageOf } from '@support-console/contract'
import { beforeMs } from '../changes.ts'
import { by, type Check, fine, goTo, ofPanel, told } from '../check.ts'
import { type KnownChange, knownOf } from '../facts.ts'
import { toleranceMs } from '../refute.ts'
import { silentSince } from '../silent-since.ts'

/** The settings of a company by which its panels and SIMs connect. */
const connecting = /subnets|network model|VPN|connector service|CBS auth|WebConnect mobile|MVNOs/i
const mayStop = ({ kind, what }: KnownChange): boolean =>
  kind === 'environment' || kind === 'sim-panel' || (kind === 'company' && connecting.test(what))

/** What people did in this console just before. */
export const recentChangeChecks: readonly Check[] = [
  {
    code: 'recent-change',
    title: 'Nothing changed just before',
    mostly: 'may-stop',
    followsFrom: [],
    acts: 'at the next session',
    scope: ofPanel,
    applies: (facts) => silentSince(facts) !== undefined,
    needs: ({ history }) => [history],
    judge(facts) {
      const history = knownOf(facts.history)
      const since = Date.parse(silentSince(facts) ?? '')
      if (!history) return undefined
      const found = history.find((change) => {
        const at = Date.parse(change.at)
        return mayStop(change) && at <= since + toleranceMs && at >= since - beforeMs
      })
      if (!found) return fine('No change in this console could be why.')
      const { what, at, who, transactionId, scope } = found
      return {
        state: 'wrong',
        title: 'A change just before',
        sentence: `${what.replace(/\.$/, '')} at ${at}${who ? ` by ${who}` : ''}.`,
        evidence: [by({ source: 'Console', at }, 'Changed', what)],
        since: told(at),
        changedBy: transactionId === null ? null : { transactionId, who, at },
        scope,
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
