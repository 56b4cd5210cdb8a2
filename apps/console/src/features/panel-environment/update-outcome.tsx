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
    <div className="stack gap-8">
      {error === null ? (
        <Callout kind="success" title={text('UpdatedTitle')}>
          <Said words={text('Updated')} said={change.answer?.message} {...{ update, transactionId }} />
        </Callout>
      ) : is403 ? (
        <NoAccess error={error} />
      ) : error.httpStatus === 500 ? (
        <Callout kind="error" title={text('UpdateFailedTitle')}>
          <Said words={text('UpdateFailed')} said={error.message} {...{ update, transactionId }} />
        </Callout>
      ) : (
        <Callout kind="error" title={text('ContactAdmin')}>
          <Said words={error.heading} said={error.message} {...{ update, transactionId }} />
        </Callout>
      )}
      <OpenOutcome why={change.open === 'lost' ? 'lost' : undefined} onAskAgain={pathfinder.askAgain} />
      {!(is403 && isForbidden(readBack)) && (
        <WhatHolds
          update={update}
          readBack={readBack}
          hasFailed={error !== null}
          isOpen={change.open === 'lost'}
        />
      )}
    </div>
  )
}

/** Anyone who may not change it may not read it either: the right is lost, and said already. */
const isForbidden = (readBack: ReadBack): boolean =>
  readBack !== null && 'error' in readBack && readBack.error.httpStatus === 403

interface SaidProps {
  /** The specification's words, which the server's may begin with. */
  readonly words: string
  readonly said: string | undefined
  readonly update: Update
  readonly transactionId: string
}

/** What is said of an update: in which words, about which panel, under which transaction. */
function Said({ words, said = '', update: { physicalId, from, to }, transactionId }: SaidProps) {
  return (
    <>
      {words}
      {said !== words && <p>{said.startsWith(words) ? said.slice(words.length) : said}</p>}
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
  isOpen,
}: {
  readonly update: Update
  readonly readBack: ReadBack
  readonly hasFailed: boolean
  /** It may still take effect. */
  readonly isOpen: boolean
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
          {text(hasFailed && !isOpen ? 'NothingChanged' : 'NoEffectYet', {
            environment: printed(readBack.environment),
          })}
        </Status>
      )}
    </p>
  )
}
