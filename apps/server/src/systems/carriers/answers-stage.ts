import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StageAnswer } from '../../testing/http-stage.ts'

/** A reply as the carrier's guide prints it: `sample('att/device.json')`. */
export function sample(path: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`@support-console/carrier-samples/${path}`)), 'utf8')
}

export const json = (path: string, status = 200): StageAnswer => ({ status, body: sample(path) })
export const xml = (path: string, status = 200): StageAnswer => ({
  status,
  type: 'text/xml; charset=utf-8',
  body: sample(path),
})

/** What the samples cannot hold: whether the one SIM was deactivated, and how often that was asked. */
export interface SampleState {
  isDeactivated: boolean
  asked: number
}

export const VERIZON_REQUEST = '6f0f1f7e-0000-4000-8000-000000000001'

/** ThingSpace asked to deactivate: exactly our request, for one device. */
export function verizonDeactivation(
  { devices, ...rest }: { devices: { deviceIds: { kind: string; id: string }[] }[] },
  state: SampleState,
): StageAnswer {
  const wanted = {
    accountName: '0000123456-00001',
    reasonCode: 'FF',
    etfWaiver: true,
    deleteAfterDeactivation: false,
  }
  const [device, ...others] = devices
  if (others.length > 0 || JSON.stringify(rest) !== JSON.stringify(wanted)) return { status: 500, body: '{}' }
  const iccid = device?.deviceIds.find(({ kind }) => kind === 'iccid')?.id
  if (iccid === '89148000000000005430') return json('verizon/error-400-state.json', 400)
  if (iccid !== '89148000000000001231') return json('verizon/error-400-device-not-found.json', 400)
  state.asked++
  if (state.isDeactivated) return json('verizon/error-400-state.json', 400)
  state.isDeactivated = true
  return json('verizon/request-accepted.json')
}

/** Porthos asked for SingleDeActivateSIM. */
export function wylessDeactivation(body: string, state: SampleState): StageAnswer {
  const iccid = /<w:SIMNo>(\d+)<\/w:SIMNo><w:TransactionId>[0-9a-f-]{36}<\/w:TransactionId>/.exec(body)?.[1]
  if (iccid === '8946200000000000541') {
    const text = sample('wyless/deactivate-refused.xml').replace('8946200000000000012', iccid)
    return { type: 'text/xml', body: text }
  }
  if (iccid !== '8946200000000000012') {
    const text = sample('wyless/sim-inquiry-unknown.xml').replaceAll(
      'SingleSIMInquiry',
      'SingleDeActivateSIM',
    )
    return { type: 'text/xml', body: text }
  }
  state.asked++
  if (state.isDeactivated) return xml('wyless/deactivate-refused.xml')
  state.isDeactivated = true
  return xml('wyless/deactivate.xml')
}
