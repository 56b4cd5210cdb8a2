import type { Csr } from '@support-console/contract'
import { sayState, stateMark } from '../../kit/thing-state/index.ts'
import { culture } from '../../texts/languages.ts'
import { classes } from '../../ui/classes.ts'
import { sayAgo } from '../../ui/durations.ts'
import { sayTime } from '../../ui/local-time.ts'
import { Status } from '../../ui/status.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './csr.module.css'
import { text } from './texts.ts'

interface AgentCellProps {
  readonly csr: Csr
  /** How far this computer's clock is ahead of the server's. */
  readonly clockAheadMs: number
}

/** How a server stands by its agent's word, and the panels that the same word counts, with its age (D54). */
export function AgentCell({ csr, clockAheadMs }: AgentCellProps) {
  const { state } = csr
  return (
    <div className={`${styles.underWay} ${styles.agent}`} title={sayAgent(csr)}>
      <p>
        <Status
          kind={stateMark(state)}
          className={classes(styles.word, state.state === 'in-order' && styles.calm)}
        >
          {sayState(state)}
        </Status>
      </p>
      <p className={`small quiet ${styles.since}`}>
        {csr.agent ? (
          <Word agent={csr.agent} orders={csr.name} clockAheadMs={clockAheadMs} />
        ) : (
          csr.unanswered?.problem
        )}
      </p>
    </div>
  )
}

/** '4.1.0 · 105 panels · 3 min ago'; the release where it is not the one that was ordered. */
function Word({
  agent: { release, panels, at },
  orders,
  clockAheadMs,
}: {
  readonly agent: NonNullable<Csr['agent']>
  readonly orders: string
  readonly clockAheadMs: number
}) {
  const saidAt = Date.parse(at) + clockAheadMs
  const ago = sayAgo(saidAt, saidAt + useSeconds(saidAt) * 1000)
  const count = panels.toLocaleString(culture)
  return (
    <time dateTime={at} title={sayTime(at)}>
      {[
        ...(release === orders ? [] : [release]),
        text(panels === 1 ? 'OnePanelThere' : 'PanelsThere', { count }),
        ago,
      ].join(' · ')}
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
