import { isIccid, normaliseIccid } from '@support-console/contract/iccid'
import { useEffect, useRef, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { CheckDigitWarning, isDoubtful, SimIdField } from '../../kit/sim-id/index.ts'
import { inPlace, useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Section } from '../../ui/section.tsx'
import { BatchDeactivate } from './batch/batch-deactivate.tsx'
import { RecentBatches } from './batch/recent-batches.tsx'
import { DeactivateButton, DeactivateOutcome } from './deactivate-parts.tsx'
import { KnownSim } from './known-sim.tsx'
import styles from './sim-management.module.css'
import { text } from './texts.ts'
import { Usability } from './usability.tsx'
import { useDeactivateSim } from './use-deactivate-sim.ts'
import { useQueriedSim, useVpnQuery } from './use-vpn-query.ts'
import { VpnQuery } from './vpn-query.tsx'

/**
 * SIM Management (specification 2.4). The address holds the SIM (`simId`) and the batch that is looked at (`batch`,
 * with `rows`, `sort` and `direction` of its table; D25). A link fills in the SIM ID; nothing is asked before a click.
 * A user who comes back finds what they had queried, in this tab and until they log out.
 */
export function SimManagement() {
  const { typed, setTyped, isFromAddress } = useSimIdInAddress()
  const simId = isIccid(typed) ? typed : null
  const simIdReason = simId === null ? text(typed === '' ? 'NeedsSimId' : 'NeedsValidSimId') : undefined
  const changeReason = useAccess().may('sim-management.change') ? undefined : text('NeedsPermission')
  const vpn = useVpnQuery(simId)
  const [pasteAsked, setPasteAsked] = useState(0)
  return (
    <>
      <div className={`flex wrap below-20 ${styles.top}`}>
        <Form isGuarded={false} className={styles.form} onSubmit={vpn.run}>
          <SimIdField simId={typed} onChange={setTyped} isFromAddress={isFromAddress} />
          {isDoubtful(typed) && <CheckDigitWarning />}
        </Form>
        {simId !== null && <KnownSim simId={simId} />}
      </div>
      <div className={`stack ${styles.columns}`}>
        <div className={styles.left}>
          <VpnQuery simId={simId} simIdReason={simIdReason} vpn={vpn} />
          <DeactivateSim
            simId={simId}
            simIdReason={simIdReason}
            changeReason={changeReason}
            onSeveral={() => setPasteAsked((times) => times + 1)}
          />
        </div>
        <div className={styles.right}>
          <Usability key={simId ?? ''} simId={simId} simIdReason={simIdReason} changeReason={changeReason} />
          <BatchDeactivate changeReason={changeReason} pasteAsked={pasteAsked} />
        </div>
      </div>
      <RecentBatches />
    </>
  )
}

/** The SIM ID of the field, which the address follows as soon as it is one; a link, Back and Forward bring theirs. */
function useSimIdInAddress() {
  const { address, put } = useAddress()
  const inAddress = normaliseIccid(address.get('simId') ?? '')
  const queried = useQueriedSim() ?? ''
  const { draft: typed, setDraft: setTyped } = useAddressForm({
    name: 'sim-management:sim-id',
    inAddress,
    initial: inAddress || queried,
    bring: (next, draft) => (next === addressable(draft) ? draft : next),
  })
  // Who comes back by the menu: the address is the SIM's whose answer is there.
  const first = useRef(() => {
    if (inAddress === '' && typed === queried && queried !== '') change(typed)
  })
  useEffect(() => first.current(), [])
  const change = (next: string) => {
    setTyped(next)
    const wanted = addressable(next)
    // Before the next key.
    if (wanted !== inAddress) put({ simId: wanted }, inPlace)
  }
  return { typed, setTyped: change, isFromAddress: inAddress !== '' && typed === inAddress }
}

/** What of the field goes into the address: a SIM ID, or nothing. */
const addressable = (typed: string): string => (isIccid(typed) ? typed : '')

interface DeactivateSimProps {
  readonly simId: string | null
  readonly simIdReason: string | undefined
  readonly changeReason: string | undefined
  /** Someone has a list of SIMs. */
  readonly onSeveral: () => void
}

/** 'Deactivate' (2.4). */
function DeactivateSim({ simId, simIdReason, changeReason, onSeveral }: DeactivateSimProps) {
  const deactivation = useDeactivateSim(simId)
  return (
    <Section
      title={text('Deactivate')}
      actions={<DeactivateButton of={deactivation} reason={simIdReason ?? changeReason} />}
    >
      <p className={`quiet ${styles.note}`}>{text('DeactivateNote')}</p>
      <Button size="tool" className={styles.retry} disabledReason={changeReason} onPress={onSeveral}>
        {text('DeactivateSeveral')}
      </Button>
      <DeactivateOutcome of={deactivation} />
    </Section>
  )
}
