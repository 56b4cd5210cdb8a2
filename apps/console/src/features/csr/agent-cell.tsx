import type { Csr } from '@support-console/contract'
import { SourceAge } from '../../kit/observed/source-age.tsx'
import { sayState, stateMark } from '../../kit/thing-state/index.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { Status } from '../../ui/status.tsx'
import styles from './csr.module.css'
import { text } from './texts.ts'

interface AgentCellProps {
  readonly csr: Csr
  /** How far this computer's clock is ahead of the server's. */
  readonly clockAheadMs: number
}

/** How a server stands by its agent's word, beside its status: the word, what it is about, and how old it is (D54). */
export function AgentCell({ csr, clockAheadMs }: AgentCellProps) {
  const { state } = csr
  const said = sayAgent(csr)
  return (
    <div className={styles.underWay} title={said}>
      <p>
        <Status kind={stateMark(state)} className={state.state === 'in-order' ? styles.calm : styles.word}>
          {sayState(state)}
        </Status>
      </p>
      <p className={`small quiet ${styles.since}`}>
        {said}{' '}
        {state.at !== null && (
          <SourceAge of={{ source: state.source, at: Date.parse(state.at) + clockAheadMs }} />
        )}
      </p>
    </div>
  )
}

/** What its state is about: '4.1.0 since 14:02, said 12 times'; nothing where all is in order. */
export function sayAgent({ state: { state, since }, agent, deployment, unanswered }: Csr): string {
  if (state === 'other-release' && agent)
    return text(agent.seen === 1 ? 'SaidOnce' : 'SaidOften', {
      release: agent.release,
      time: sayShortly(agent.since),
      times: agent.seen,
    })
  if (state === 'core-down' && agent)
    return text('DownSince', { time: sayShortly(agent.since), reason: agent.reason })
  if (state === 'failed') return deployment?.reason ?? ''
  const problem = unanswered?.problem ?? ''
  if (state === 'does-not-answer' && since !== null)
    return text('SilentSince', { time: sayShortly(since), problem })
  return state === 'never-heard' ? problem : ''
}
