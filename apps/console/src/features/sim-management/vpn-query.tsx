import { carrierNames, vendorOf } from '@support-console/contract/carriers'
import { LastObserved, useObserved } from '../../kit/observed/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'
import type { useVpnQuery } from './use-vpn-query.ts'
import { VpnResult } from './vpn-result.tsx'
import { Waiting } from './waiting.tsx'

interface VpnQueryProps {
  readonly simId: string | null
  /** Why nothing can be asked about the SIM ID in the field. */
  readonly simIdReason: string | undefined
  readonly vpn: ReturnType<typeof useVpnQuery>
}

/** 'Query VPN info' (2.4): the query, its result, and the online check that a successful query allows. */
export function VpnQuery({ simId, simIdReason, vpn }: VpnQueryProps) {
  const { found, isQuerying, isChecking } = vpn
  const last = useObserved('sim', simId).get(carrierOf(simId))
  const onlineReason =
    simIdReason ?? (isQuerying ? text('QueryRuns') : found ? undefined : text('NeedsQuery'))
  return (
    <Section
      title={text('QueryVpnInfo')}
      actions={
        <>
          <Button
            look="primary"
            isBusy={isQuerying}
            // Its own width: the title and both buttons stand in one line.
            aria-label={isQuerying ? text('Querying') : undefined}
            disabledReason={simIdReason}
            onPress={vpn.run}
          >
            {text('Query')}
          </Button>
          <Button
            isBusy={isChecking}
            busyText={text('Checking')}
            disabledReason={onlineReason}
            onPress={vpn.checkOnline}
          >
            {text('CheckOnlineStatus')}
          </Button>
        </>
      }
    >
      <p className={`quiet ${styles.note}`}>
        {text('StartQuery')} {text('QueryCanTakeLong')}
      </p>
      <div className={`column gap-12 ${styles.answer}`}>
        <CallBanner call={vpn.query} />
        <CallBanner call={vpn.check} hidesSuccess />
        {found && <VpnResult found={found} />}
        {/* What was learnt by another tab, a colleague, or before a reload: an answer of this tab says more. */}
        {!found && last?.fields && <LastObserved of={last} />}
        {isQuerying ? (
          <Waiting
            what={text('Asking', { system: carrierOf(simId) })}
            since={vpn.since}
            canTake=""
            simId={simId ?? ''}
            system={carrierOf(simId)}
            action={
              <Button size="tool" aria-label={text('CancelQuery')} onPress={vpn.cancel}>
                {text('Cancel')}
              </Button>
            }
          />
        ) : (
          <>
            {vpn.wasCancelled && <p role="status">{text('QueryCancelled')}</p>}
            {found && (
              <p className="small faint">{text('AnsweredIn', { seconds: (found.took / 1000).toFixed(1) })}</p>
            )}
          </>
        )}
      </div>
    </Section>
  )
}

/** The carrier that the prefix names (5); of others the inventory knows. */
export function carrierOf(simId: string | null): string {
  const vendor = simId === null ? undefined : vendorOf(simId)
  return vendor ? carrierNames[vendor] : text('TheCarrier')
}
