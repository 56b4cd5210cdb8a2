import type { Environment } from '@support-console/contract/permissions'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { putIn, useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { choicesOn } from './environments.ts'
import { IdLookUp, type LookUp, panelIdProblem } from './id-look-up.tsx'
import styles from './panel-environment.module.css'
import { PathfinderHelper } from './pathfinder-helper.tsx'
import { physicalIdOf } from './use-pathfinder.ts'

/**
 * Panel Environment (specification 2.9) on this host (D17). The address holds what is queried in Pathfinder (`physicalId`) and
 * what is looked up (`panelId`, `env`; D25).
 */
export function PanelEnvironment() {
  const { address, put } = useAddress()
  const environments = choicesOn(useRuntimeConfig().environment)
  const physicalIdInAddress = address.get('physicalId') ?? ''
  const physicalId = physicalIdOf(physicalIdInAddress)
  const pathfinder = useAddressForm({ name: 'panel-environment:pathfinder', inAddress: physicalIdInAddress })
  const searchPathfinder = (wanted: string): boolean => {
    pathfinder.settle()
    if (wanted === physicalId) return false
    put({ physicalId: wanted })
    return true
  }

  const inAddress = lookUpOf(address, environments)
  const ids = useAddressForm({ name: 'panel-environment:look-up', inAddress })
  const isNone = inAddress.panelId === '' || panelIdProblem(inAddress.panelId) !== undefined
  const lookUp = isNone ? null : inAddress
  const searchIds = (wanted: LookUp): boolean => {
    ids.settle()
    if (JSON.stringify(wanted) === JSON.stringify(lookUp)) return false
    put({ panelId: wanted.panelId, env: wanted.environment })
    return true
  }
  const addressWith = (id: string): string => `?${putIn(new URLSearchParams(address), { physicalId: id })}`
  const followPhysicalId = (id: string) => {
    pathfinder.setDraft(id)
    document.querySelector<HTMLElement>('input[name="physicalId"]')?.focus()
  }
  return (
    <div className={`stack ${styles.columns}`}>
      <div className={styles.column}>
        <PathfinderHelper
          typed={pathfinder.draft}
          onType={pathfinder.setDraft}
          isFromAddress={pathfinder.draft !== '' && pathfinder.isOfAddress}
          physicalId={physicalId}
          onSearch={searchPathfinder}
        />
      </div>
      <div className={styles.column}>
        <IdLookUp
          draft={ids.draft}
          isFromAddress={ids.draft.panelId !== '' && ids.draft.panelId === inAddress.panelId}
          onDraft={ids.setDraft}
          lookUp={lookUp}
          onSearch={searchIds}
          environments={environments}
          addressOf={addressWith}
          onFollow={followPhysicalId}
        />
      </div>
    </div>
  )
}

/** The look-up of an address; an environment that this host does not offer is its first one. */
function lookUpOf(address: URLSearchParams, environments: readonly Environment[]): LookUp {
  const wanted = environments.find((each) => each === address.get('env'))
  return {
    panelId: (address.get('panelId') ?? '').trim().slice(0, 100),
    environment: wanted ?? (environments[0] as Environment),
  }
}
