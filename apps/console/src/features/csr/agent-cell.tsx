import type { Csr } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { markOfState } from '@support-console/contract/states.words'
import { useAccess } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { sayState } from '../../kit/thing-state/index.ts'
import { culture } from '../../texts/languages.ts'
import { classes } from '../../ui/classes.ts'
import { sayTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import styles from './csr.module.css'
import { text } from './texts.ts'

/** How a server stands by its agent's word, and the panels that the same word counts, with its time (D54). */
export function AgentCell({ csr }: { readonly csr: Csr }) {
  const { state } = csr
  return (
    <div className={`whole ${styles.underWay} ${styles.agent}`} title={sayAgent(csr)}>
      <p className="cut">
        <Status
          kind={markOfState(state)}
          className={classes('nowrap', styles.word, state.state === 'in-order' && styles.calm)}
        >
          {sayState(state)}
        </Status>
      </p>
      <p className={`small quiet cut ${styles.since}`}>
        {csr.agent ? <Word agent={csr.agent} csr={csr} /> : csr.unanswered?.problem}
      </p>
    </div>
  )
}

/** '4.1.0 · 105 panels · 12:27'; the release where it is not the one that was ordered. A time does not change a row's height. */
function Word({
  agent: { release, panels, at },
  csr: { name: orders, server },
}: {
  readonly agent: NonNullable<Csr['agent']>
  readonly csr: Csr
}) {
  const { may } = useAccess()
  const count = text('PanelsThere', { count: panels.toLocaleString(culture) })
  return (
    <time dateTime={at} title={sayTime(at)}>
      {release !== orders && `${release} · `}
      {panels > 0 && may('fleet.read') ? (
        <Link to={addresses.fleetOfCsr(server)} aria-label={text('PanelsOf', { count, server })}>
          {count}
        </Link>
      ) : (
        count
      )}
      {` · ${sayShortly(at)}`}
    </time>
  )
}

/** What its state is about: '4.1.0 runs, said 12 times'; nothing where all is in order, or its status says why not. */
export function sayAgent({ state: { state }, agent, unanswered }: Csr): string {
  const problem = unanswered?.problem ?? ''
  switch (state) {
    case 'other-release':
      return agent ? text(agent.seen === 1 ? 'SaidOnce' : 'SaidOften', { ...agent, times: agent.seen }) : ''
    case 'core-down':
      return agent?.reason ?? ''
    case 'does-not-answer':
    case 'never-heard':
      return problem
    default:
      return ''
  }
}
