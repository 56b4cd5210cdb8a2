import type { Environment } from '@support-console/contract/permissions'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useRuntimeConfig } from '../../api/runtime-config.ts'
import { useKeptInput } from '../../session/index.ts'
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
  const [address, setAddress] = useSearchParams()
  const environments = choicesOn(useRuntimeConfig().environment)
  const put = (values: Readonly<Record<string, string>>) =>
    setAddress((old) => {
      for (const [name, value] of Object.entries(values)) old.set(name, value)
      return old
    })

  const physicalIdInAddress = address.get('physicalId') ?? ''
  const physicalId = physicalIdOf(physicalIdInAddress)
  const [typed, setTyped, keptTyped] = useField('pathfinder', physicalIdInAddress)
  const searchPathfinder = (wanted: string): boolean => {
    keptTyped.clear()
    if (wanted === physicalId) return false
    put({ physicalId: wanted })
    return true
  }

  const inAddress = lookUpOf(address, environments)
  const [draft, setDraft, keptDraft] = useField<LookUp>('look-up', inAddress)
  const isNone = inAddress.panelId === '' || panelIdProblem(inAddress.panelId) !== undefined
  const lookUp = isNone ? null : inAddress
  const searchIds = (wanted: LookUp): boolean => {
    keptDraft.clear()
    if (JSON.stringify(wanted) === JSON.stringify(lookUp)) return false
    put({ panelId: wanted.panelId, env: wanted.environment })
    return true
  }
  const addressWith = (id: string): string => {
    const wanted = new URLSearchParams(address)
    wanted.set('physicalId', id)
    return `?${wanted}`
  }
  const followPhysicalId = (id: string) => {
    setTyped(id)
    document.querySelector<HTMLElement>('input[name="physicalId"]')?.focus()
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <PathfinderHelper
          typed={typed}
          onType={setTyped}
          isFromAddress={typed !== '' && typed === physicalIdInAddress}
          physicalId={physicalId}
          onSearch={searchPathfinder}
        />
      </div>
      <div className={styles.column}>
        <IdLookUp
          draft={draft}
          isFromAddress={draft.panelId !== '' && draft.panelId === inAddress.panelId}
          onDraft={setDraft}
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

/** Input that follows the address on a link, Back and Forward, and survives a forced sign-out (D12). */
function useField<Value>(name: string, inAddress: Value) {
  const [value, setValue, kept] = useKeptInput(`panel-environment:${name}`, inAddress)
  const asked = JSON.stringify(inAddress)
  const shown = useRef(asked)
  useEffect(() => {
    if (shown.current === asked) return
    shown.current = asked
    setValue(JSON.parse(asked) as Value)
  }, [asked, setValue])
  return [value, setValue, kept] as const
}
