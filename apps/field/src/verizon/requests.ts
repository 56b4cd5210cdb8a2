import { isRecord, listOf, textOf } from '../json.ts'
import { VerizonRefusal } from './errors.ts'
import { ACCOUNT } from './records.ts'

/** The account of the demo world is the only one; throws otherwise. */
export function needAccount(name: string): void {
  if (name !== ACCOUNT) throw new VerizonRefusal('REQUEST_FAILED.AccountNotFound')
}

/** The ICCID that a list of identifiers names; throws where it is malformed or of another kind. */
export function iccidOfIdentifiers(
  identifiers: unknown[],
  byNumber: (number: string) => string | undefined,
): string {
  for (const identifier of identifiers) {
    if (!isRecord(identifier)) continue
    const kind = textOf(identifier, 'kind').toLowerCase()
    const id = textOf(identifier, 'id')
    if (kind === 'iccid') {
      if (!/^\d{18,20}$/.test(id)) throw new VerizonRefusal('INPUT_INVALID.Device.Identifier.Invalid')
      return id
    }
    if (kind === 'mdn' || kind === 'msisdn') return byNumber(id) ?? ''
  }
  throw new VerizonRefusal('INPUT_INVALID.Device.Kind.Invalid')
}

/** The identifiers of every device of a request. */
export const devicesOf = (body: unknown): unknown[][] =>
  listOf(body, 'devices').map((device) => listOf(device, 'deviceIds'))
