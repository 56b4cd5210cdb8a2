import type { SimDetail, SimSource } from '@support-console/contract'
import { phoneNumber } from '../../kit/sim-id/index.ts'

/** What a source answered, or undefined while there is no answer or when it failed. */
export interface Answers {
  mobileBroker?: NonNullable<SimDetail['mobileBrokerSimData']>
  vendor?: NonNullable<SimDetail['vendorSimData']>
  connector?: NonNullable<SimDetail['connectorSimData']>
}

export type FieldKey =
  | 'deviceStatus'
  | 'imei'
  | 'ipAddress'
  | 'phoneNumber'
  | 'onlineStatus'
  | 'realIp'
  | 'natIp'
  | 'accountNumber'
  | 'description'
  | 'referenceNumber'
  | 'activatedBy'
  | 'sapCompanyId'
  | 'companyName'

interface FieldOfSources {
  key: FieldKey
  sources: readonly SimSource[]
  /** Two values with the same result say the same thing. */
  sameAs: (value: string) => string
  /** The one spelling of what the sources spell differently. */
  shownAs?: (value: string) => string
}

const asIs = (value: string) => value
/** A device may send any check digit, and an IMEISV has a version there: 14 digits identify it (3GPP TS 23.003). */
const imeiIdentity = (value: string) => value.replace(/\D/g, '').slice(0, 14)

const allThree: readonly SimSource[] = ['mobileBroker', 'vendor', 'connector']
const brokerAndConnector: readonly SimSource[] = ['mobileBroker', 'connector']

/** Every field of specification 2.5, in the order of the screen. */
export const fields: readonly FieldOfSources[] = [
  { key: 'deviceStatus', sources: allThree, sameAs: asIs },
  { key: 'imei', sources: allThree, sameAs: imeiIdentity },
  { key: 'ipAddress', sources: allThree, sameAs: asIs },
  { key: 'phoneNumber', sources: allThree, sameAs: asIs, shownAs: phoneNumber },
  { key: 'onlineStatus', sources: allThree, sameAs: asIs },
  { key: 'realIp', sources: brokerAndConnector, sameAs: asIs },
  { key: 'natIp', sources: brokerAndConnector, sameAs: asIs },
  { key: 'accountNumber', sources: ['vendor'], sameAs: asIs },
  { key: 'description', sources: ['vendor'], sameAs: asIs },
  { key: 'referenceNumber', sources: ['mobileBroker'], sameAs: asIs },
  { key: 'activatedBy', sources: ['mobileBroker'], sameAs: asIs },
  { key: 'sapCompanyId', sources: ['connector'], sameAs: asIs },
  { key: 'companyName', sources: ['connector'], sameAs: asIs },
]

export interface ComparedValue {
  /** The text to show; empty when the source does not know or does not have the field. */
  text: string
  /** Whether the field is one of this source's at all. */
  belongs: boolean
  /** Takes part in a difference and is to be tinted. */
  stands: 'agrees' | 'differs' | 'odd-one-out'
  /** Index ranges of `text` that differ from what the other two say, end exclusive. */
  marks: readonly (readonly [number, number])[]
}

export interface ComparedField {
  key: FieldKey
  shared: boolean
  differs: boolean
  values: Record<SimSource, ComparedValue>
}

const textOf = (answers: Answers, source: SimSource, { key, shownAs = asIs }: FieldOfSources): string => {
  const answer = answers[source] as Partial<Record<FieldKey, string>> | undefined
  return shownAs(answer?.[key] ?? '')
}

/**
 * Lays the three answers side by side, field by field. A source that has not answered, or that leaves a field empty,
 * takes no part: not knowing is not contradicting. Verizon's two fields are left out for other vendors; `vendorCode`
 * is the vendor as far as it is known before it has answered, so that no row comes late.
 */
export function compare(answers: Answers, vendorCode: string | undefined): ComparedField[] {
  return fields
    .filter(({ key }) => (key !== 'accountNumber' && key !== 'description') || vendorCode === 'VZN')
    .map((field) => {
      const said = field.sources
        .map((source) => ({ source, text: textOf(answers, source, field) }))
        .filter(({ text }) => text !== '')
        .map(({ source, text }) => ({ source, text, identity: field.sameAs(text) }))
      const identities = new Set(said.map(({ identity }) => identity))
      const differs = identities.size > 1
      const majority = differs
        ? said.find((one) => said.filter((other) => other.identity === one.identity).length > 1)
        : undefined
      const valueFrom = (source: SimSource): ComparedValue => {
        const belongs = field.sources.includes(source)
        const mine = said.find((one) => one.source === source)
        if (!mine || !differs) return { text: mine?.text ?? '', belongs, stands: 'agrees', marks: [] }
        if (!majority) return { text: mine.text, belongs, stands: 'differs', marks: [] }
        if (mine.identity === majority.identity)
          return { text: mine.text, belongs, stands: 'agrees', marks: [] }
        return {
          text: mine.text,
          belongs,
          stands: 'odd-one-out',
          marks: differingRanges(mine.text, majority.text),
        }
      }
      return {
        key: field.key,
        shared: field.sources.length > 1,
        differs,
        values: {
          mobileBroker: valueFrom('mobileBroker'),
          vendor: valueFrom('vendor'),
          connector: valueFrom('connector'),
        },
      }
    })
}

/** The stretches of `text` that are not in `other`: by octet for addresses, by place for equal lengths, else the middle. */
export function differingRanges(text: string, other: string): [number, number][] {
  const dotted = /^\d+(\.\d+){3}$/
  if (dotted.test(text) && dotted.test(other)) {
    const others = other.split('.')
    let start = 0
    return text.split('.').flatMap((octet, i): [number, number][] => {
      const range: [number, number] = [start, start + octet.length]
      start = range[1] + 1
      return octet === others[i] ? [] : [range]
    })
  }
  // Words are other words, not misspelt ones.
  if (!/\d/.test(text)) return []
  if (text.length === other.length) {
    const ranges: [number, number][] = []
    for (let i = 0; i < text.length; i++) {
      if (text[i] === other[i]) continue
      const last = ranges.at(-1)
      if (last && last[1] === i) last[1] = i + 1
      else ranges.push([i, i + 1])
    }
    return ranges
  }
  let head = 0
  while (head < text.length && text[head] === other[head]) head++
  let tail = 0
  const rest = Math.min(text.length, other.length) - head
  while (tail < rest && text.at(-1 - tail) === other.at(-1 - tail)) tail++
  return head < text.length - tail ? [[head, text.length - tail]] : []
}

export interface Summary {
  /** Fields that all three sources report and that differ. */
  differing: FieldKey[]
  /** How many fields all three sources report. */
  sharedCount: number
  /** Differing fields that only MobileBroker and Connector report. */
  alsoDiffering: FieldKey[]
}

export function summarise(compared: readonly ComparedField[]): Summary {
  const ofAllThree = (key: FieldKey) => fields.find((field) => field.key === key)?.sources.length === 3
  const differing = compared.filter((field) => field.differs).map((field) => field.key)
  return {
    differing: differing.filter(ofAllThree),
    sharedCount: fields.filter((field) => field.sources.length === 3).length,
    alsoDiffering: differing.filter((key) => !ofAllThree(key)),
  }
}
