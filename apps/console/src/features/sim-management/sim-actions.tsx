import type { OnlineStatus } from '@support-console/contract'
import { useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useChange } from '../../api/use-change.ts'
import { SimState } from '../../kit/sim-id/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { sayTimeToday } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { DeactivateButton, DeactivateOutcome } from './deactivate-parts.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'
import { UsabilityOutcome, UsabilityToggle } from './usability.tsx'
import { useDeactivateSim } from './use-deactivate-sim.ts'
import { type UsabilityWord, useUsability } from './use-usability.ts'

/**
 * What can be done to a SIM, for its page: this screen's own checks and dialogs. Those that the reader may not do are not
 * there. The online check needs no query before it (docs/decisions.md, 016).
 * @param usability as the inventory has it; null: it does not have the SIM; undefined: it is being read
 */
export function useSimActions(simId: string, usability: UsabilityWord | null | undefined) {
  const { may } = useAccess()
  const online = useOnlineCheck(simId)
  const toggled = useUsability(simId, usability ?? 'Unknown')
  const deactivation = useDeactivateSim(simId)
  const mayChange = may('sim-management.change')
  const reasons = { null: text('NotInInventory'), undefined: text('SimComes') }
  const reason = usability ? undefined : reasons[`${usability}`]
  return {
    buttons: (
      <>
        {may('sim-management.read') && (
          <Button isBusy={online.isChecking} busyText={text('Checking')} onPress={online.check}>
            {text('CheckOnlineStatus')}
          </Button>
        )}
        {mayChange && <UsabilityToggle of={toggled} reason={reason} />}
        {mayChange && <DeactivateButton of={deactivation} reason={reason} />}
      </>
    ),
    outcomes: (
      <>
        <CallBanner call={online.call} hidesSuccess />
        {online.said && (
          <p role="status" className="row wrap gap-4-8">
            {text('OnlineStatus')} <SimState word={online.said.status} />{' '}
            <span className={`quiet ${styles.aside}`}>
              {text('CheckedAt', { time: sayTimeToday(online.said.at) })}
            </span>
          </p>
        )}
        <UsabilityOutcome of={toggled} />
        <DeactivateOutcome of={deactivation} />
      </>
    ),
    /** As it is by now. */
    usability: toggled.state,
    /** It was made usable here, so that its panel may come back. */
    isMended: toggled.toggle.status === 'fulfilled' && toggled.state === 'Usable',
  }
}

function useOnlineCheck(simId: string) {
  const call = useChange('GET /simmanagement/v1/querydevicenetworkstatus/{SimId}', text('ScreenTitle'))
  const [said, setSaid] = useState<{ status: OnlineStatus; at: number } | null>(null)
  const check = async () => {
    setSaid(null)
    const answer = await call.start({ params: { SimId: simId } }, text('ActionOnline', { simId }))
    if (answer) setSaid({ status: answer.data.OnlineStatus, at: serverNow() })
  }
  return { call, check, said, isChecking: call.isPending }
}
