import type { Csr } from '@support-console/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { classes } from '../../ui/classes.ts'
import type { MarkKind } from '../../ui/icons/marks.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import { Status } from '../../ui/status.tsx'
import styles from './csr.module.css'
import { useDesk } from './desk.ts'
import { isUnderWay, returnFor } from './orders.ts'
import { text } from './texts.ts'

export const marks: Readonly<Record<Csr['csrStatus'], MarkKind>> = {
  Succeeded: 'ok',
  Running: 'running',
  Pending: 'pending',
  Error: 'error',
}

/** The status with its mark, word and why; what was refused at this server; the way back from an error. */
export function StatusCell({ csr }: { readonly csr: Csr }) {
  const { changeReason, awaited, refusals, lookProblems, onAsk, onAskAgain, onDismiss } = useDesk()
  const { ipAddress: ip, server, csrStatus } = csr
  const refusal = refusals.get(ip)
  const back = returnFor(csr)
  const isAwaited = awaited?.order.ip === ip
  return (
    <div className={`stack gap-6 starts ${styles.status}`}>
      {isUnderWay(csr) ? (
        <UnderWay csr={csr} problem={isAwaited ? undefined : lookProblems.get(ip)} />
      ) : (
        // What does not fit into the row's height is cut, and stands whole in the title and in the history.
        <div className={`row gap-8 whole ${styles.ended}`}>
          <p className="fill clip" title={csrStatus === 'Error' ? reasonOf(csr) : undefined}>
            <Status
              kind={marks[csrStatus]}
              className={classes('nowrap', styles.word, csrStatus === 'Succeeded' && styles.calm)}
            >
              {csrStatus}
            </Status>
            {csrStatus === 'Error' && <span className="quiet"> {reasonOf(csr)}</span>}
          </p>
          {back && (
            <Button
              size="row"
              aria-label={text('ReturnOf', { server, release: back.to })}
              disabledReason={changeReason}
              onPress={() => onAsk(back)}
            >
              {text('Return')}
            </Button>
          )}
        </div>
      )}
      {refusal && (
        <div className="stack gap-6 whole">
          <CallBanner call={{ status: 'rejected', error: refusal.error }} onClose={() => onDismiss(ip)} />
          <OpenOutcome
            why={refusal.open === 'busy' ? 'refused' : refusal.open}
            onAskAgain={() => onAskAgain(ip)}
          />
        </div>
      )}
    </div>
  )
}

const reasonOf = ({ deployment }: Csr): string =>
  deployment?.outcome === 'Error' && deployment.reason !== '' ? deployment.reason : text('NoReason')

/**
 * What is under way, on two lines that are as high as the row is without it: a server at work moves no other one. What does
 * not fit is cut, and stands whole in the title.
 */
function UnderWay({ csr, problem }: { readonly csr: Csr; readonly problem: string | undefined }) {
  const { nextLooks, awaited } = useDesk()
  const { ipAddress, csrStatus } = csr
  const nextLook = nextLooks.get(ipAddress)
  const isAwaited = awaited?.order.ip === ipAddress
  const said = problem ?? (isAwaited ? text('Submitting', { release: awaited.order.to }) : sayUnderWay(csr))
  return (
    <div className={`whole ${styles.underWay}`}>
      <p className="cut">
        <Status kind={marks[csrStatus]} className={`nowrap ${styles.word}`}>
          {csrStatus}
        </Status>{' '}
        {nextLook !== undefined && !isAwaited && <NextLook at={nextLook} />}
      </p>
      <p className={`small quiet cut ${styles.since}`} title={said}>
        {said}
      </p>
    </div>
  )
}

/** Which release, and since when. */
function sayUnderWay({ csrStatus, deployment }: Csr): string {
  if (!deployment) return ''
  const isRunning = csrStatus === 'Running'
  const since = isRunning ? (deployment.startedAt ?? deployment.createdAt) : deployment.createdAt
  return text(isRunning ? 'RunningSince' : 'SubmittedAt', {
    release: deployment.toRelease,
    time: sayTimeToday(since),
  })
}

/** Counts down to the next look. */
function NextLook({ at }: { readonly at: number | null }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  const seconds = at === null ? 0 : Math.ceil((at - now) / 1000)
  return (
    <span className="tabular quiet">
      {seconds > 0 ? text('NextLook', { seconds: Math.min(60, seconds) }) : text('LookingNow')}
    </span>
  )
}
