import type { FleetGroup } from '@support-console/contract'
import { carrierNames, type VendorCode } from '@support-console/contract/carriers'
import type { FindingCode } from '@support-console/contract/diagnosis.words'
import type { OutageScope } from '@support-console/contract/faults.words'
import { type FleetFindingKind, readFleetCause } from '@support-console/contract/fleet.words'
import { sayOutage } from '@support-console/contract/outages.words'
import { sayFound } from '../diagnosis/index.ts'
import { text } from './texts.ts'

const carrierOf = (code = ''): string => carrierNames[code as VendorCode] ?? code

const states = {
  suspended: text('SimSuspended'),
  deactivated: text('SimDeactivated'),
  inventory: text('SimNotActivated'),
} as const

/** What a check found, in the words of the panel's own page and lists. */
function sayCheck([code = '', of, state]: readonly string[]): string {
  const found = sayFound({ code: code as FindingCode, state: 'cause', since: '', at: '' })
  if (of === undefined) return found
  if (code.startsWith('container-')) return text('FoundOf', { found, of })
  const said = states[state as keyof typeof states] ?? found
  return said.includes(atCarrier)
    ? said.replace(atCarrier, text('AtCarrier', { carrier: carrierOf(of) }))
    : text('FoundOf', { found: said, of: carrierOf(of) })
}
const atCarrier = text('AtTheCarrier')

/** What things have in common, in one sentence; a company by its name. */
export function sayCause(
  cause: string,
  nameOf: (companyId: string) => string | undefined,
  outage?: FleetGroup['outage'],
): string {
  const { kind, parts } = readFleetCause(cause) ?? { kind: 'finding', parts: [] }
  const [first = '', ...rest] = parts
  if (kind === 'outage') {
    const id = rest.join(' ')
    const name =
      outage?.name ?? (first === 'company' ? nameOf(id) : first === 'carrier' ? carrierOf(id) : id) ?? ''
    const said = sayOutage({ of: { kind: first as OutageScope, id }, name })
    return said.charAt(0).toUpperCase() + said.slice(1)
  }
  if (kind === 'check') return sayCheck(parts)
  if (kind === 'finding') return text(first as FleetFindingKind)
  if (kind === 'company')
    return first === 'none' ? text('OfNoCompany') : (nameOf(first) ?? text('OneCompany'))
  if (kind === 'carrier') return first === 'none' ? text('OfNoCarrier') : carrierOf(first)
  return text(kind)
}
