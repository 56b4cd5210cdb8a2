import type { Csr } from '@support-console/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
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
    <div className={styles.status}>
      <p>
        <Status kind={marks[csrStatus]} className={styles.word}>
          {csrStatus}
        </Status>{' '}
        <span className={styles.quiet}>
          {isAwaited ? text('Submitting', { release: awaited.order.to }) : <Why csr={csr} />}
        </span>
      </p>
      {isUnderWay(csr) && !isAwaited && lookProblems.get(ip) && (
        <p className={styles.quiet}>{lookProblems.get(ip)}</p>
      )}
      {back && (
        <Button
          size="row"
          aria-label={text('ReturnOf', { server, release: back.to })}
          disabledReason={changeReason}
          onPress={() => onAsk(back)}
        >
          {text('ReturnTo', { release: back.to })}
        </Button>
      )}
      {refusal && (
        <div className={styles.refusal}>
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

/** Since when, or why. */
function Why({ csr }: { readonly csr: Csr }) {
  const { nextLooks } = useDesk()
  const { ipAddress, csrStatus, deployment } = csr
  if (csrStatus === 'Error')
    return deployment?.outcome === 'Error' && deployment.reason !== '' ? deployment.reason : text('NoReason')
  if (!isUnderWay(csr)) return null
  const nextLook = nextLooks.get(ipAddress)
  const since =
    csrStatus === 'Running' ? (deployment?.startedAt ?? deployment?.createdAt) : deployment?.createdAt
  return (
    <>
      {deployment &&
        since &&
        text(csrStatus === 'Running' ? 'RunningSince' : 'SubmittedAt', {
          release: deployment.toRelease,
          time: sayTimeToday(since),
        })}{' '}
      {nextLook !== undefined && <NextLook at={nextLook} />}
    </>
  )
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
    <span className={styles.nextLook}>
      {seconds > 0 ? text('NextLook', { seconds: Math.min(60, seconds) }) : text('LookingNow')}
    </span>
  )
}
