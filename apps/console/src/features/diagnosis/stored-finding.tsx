import type { StoredFinding as Stored } from '@support-console/contract'
import type { FindingCode } from '@support-console/contract/diagnosis.words'
import { useMoment } from '../../api/moment.ts'
import { sayAge } from '../../ui/durations.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import { sayTime } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { markOf, sayState } from './states.tsx'
import styles from './stored-finding.module.css'
import { text } from './texts.ts'

const named = {
  'sim-unknown': 'FoundUnknownSim',
  'sim-company': 'FoundCompany',
  'sim-unusable': 'FoundUnusable',
  'sim-deactivation': 'FoundDeactivation',
  'carrier-trouble': 'FoundCarrier',
  'sim-state-differs': 'FoundStates',
  'sim-not-active': 'FoundNotActive',
  'sim-imei': 'FoundImei',
  'sim-network-model': 'FoundModel',
  'sim-vpn-account': 'FoundVpn',
  'sim-address': 'FoundAddress',
  'sim-usage': 'FoundUsage',
  'sim-offline': 'FoundOffline',
  'panel-unknown': 'FoundUnknownPanel',
  'panel-company': 'FoundNoCompany',
  'panel-services': 'FoundServices',
  'panel-environment': 'FoundEnvironment',
  'panel-management': 'FoundManagement',
  'container-down': 'FoundContainer',
  'container-clock': 'FoundClock',
  'container-silent': 'FoundOthers',
  'panel-nightly': 'FoundNightly',
  'receiver-down': 'FoundReceiver',
  'receiver-deployed': 'FoundRelease',
  'panel-without-sim': 'FoundNoSim',
  'panel-other-sim': 'FoundOtherSim',
  'common-cause': 'FoundCommon',
  'company-switches': 'FoundSwitches',
  'recent-change': 'FoundChange',
  'sim-listed-twice': 'FoundTwice',
  'sim-carrier-not-used': 'FoundOtherCarrier',
} as const satisfies Record<FindingCode, string>

/** Where no cause is known. A cause or what is likely has a code. */
const without = {
  cause: 'FoundNotKnown',
  likely: 'FoundNotKnown',
  'to-mend': 'FoundNotKnown',
  'not-known': 'FoundNotKnown',
  unexplained: 'FoundNoCause',
  fine: 'FoundNothing',
} as const

/** What a verdict is about: 'Not active at the carrier', 'No cause found'. */
export const sayFound = ({ state, code }: Stored): string => text(code ? named[code] : without[state])

/** The verdict of a thing's last diagnosis, in a list: its state, what it is about, and how old it is. */
export function StoredFinding({ of }: { readonly of: Stored }) {
  const { state, at } = of
  const now = useMoment()?.ms ?? serverNow()
  const looked = Date.parse(at)
  return (
    <span className={styles.stored}>
      <StateMark kind={markOf[state]} />
      <span className="visually-hidden">{sayState(state)}</span>
      {sayFound(of)}{' '}
      <time className="faint nowrap" dateTime={at} title={sayTime(looked)}>
        {sayAge(looked, now)}
      </time>
    </span>
  )
}
