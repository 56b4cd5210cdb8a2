import type { ReactNode } from 'react'
import { text as everyText } from '../../texts/text.ts'
import { OpenOutcome } from '../../ui/call-banner/open-outcome.tsx'
import { TransactionLine } from '../../ui/call-banner/transaction-line.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Status } from '../../ui/status.tsx'
import { printed } from './environments.ts'
import { NoAccess } from './no-access.tsx'
import styles from './panel-environment.module.css'
import { text } from './texts.ts'
import type { ReadBack, Update, usePathfinder } from './use-pathfinder.ts'

/** What became of an update (4, 8), and what Pathfinder says after it. */
export function UpdateOutcome({ pathfinder }: { readonly pathfinder: ReturnType<typeof usePathfinder> }) {
  const { change, update, readBack } = pathfinder
  if (!update || change.isPending || change.status === 'initial') return null
  const { error, transactionId } = change
  const is403 = error?.httpStatus === 403
  return (
    <div className={styles.outcome}>
      {change.status === 'fulfilled' ? (
        <Callout kind="success" title={text('UpdatedTitle')}>
          {text('Updated')}
          <Said update={update} transactionId={transactionId} />
        </Callout>
      ) : is403 ? (
        <NoAccess transactionId={transactionId} />
      ) : error?.httpStatus === 500 ? (
        <Callout kind="error" title={text('UpdateFailedTitle')}>
          {text('UpdateFailed')}
          <Said update={update} transactionId={transactionId}>
            {error.message}
          </Said>
        </Callout>
      ) : (
        <Callout kind="error" title={text('ContactAdmin')}>
          {error?.heading}
          <Said update={update} transactionId={transactionId}>
            {error?.message}
          </Said>
        </Callout>
      )}
      <OpenOutcome why={change.open} onAskAgain={pathfinder.askAgain} />
      {!is403 && <WhatHolds update={update} readBack={readBack} hasFailed={error !== null} />}
    </div>
  )
}

/** Below the specification's words: what was said, about which panel, under which transaction. */
function Said({
  update: { physicalId, from, to },
  transactionId,
  children,
}: {
  readonly update: Update
  readonly transactionId: string
  readonly children?: ReactNode
}) {
  return (
    <>
      {children && <p>{children}</p>}
      <p>
        <span className="mono">{physicalId}</span>, {printed(from)} → {printed(to)}
      </p>
      <TransactionLine id={transactionId} />
    </>
  )
}

/** Whether the update took effect, by what Pathfinder answers now. */
function WhatHolds({
  update,
  readBack,
  hasFailed,
}: {
  readonly update: Update
  readonly readBack: ReadBack
  readonly hasFailed: boolean
}) {
  return (
    <p role="status" className={styles.readBack}>
      {readBack === null ? (
        <>
          <LoadingMark /> {text('ReadingBack')}
        </>
      ) : 'error' in readBack ? (
        <Status kind="unknown">
          {text('NotReadBack', { why: readBack.error.message || everyText('PleaseContactAdmin') })}
        </Status>
      ) : readBack.environment === update.to ? (
        <Status kind="ok">
          {text(hasFailed ? 'ChangedAllTheSame' : 'TookEffect', { environment: printed(update.to) })}
        </Status>
      ) : (
        <Status kind="warn">
          {text(hasFailed ? 'NothingChanged' : 'NoEffectYet', { environment: printed(readBack.environment) })}
        </Status>
      )}
    </p>
  )
}
