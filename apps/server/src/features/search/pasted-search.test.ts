import { type PastedForm, pasted } from '@support-console/contract/pasted.facts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAsked } from './asked.ts'

const searched: readonly (readonly [PastedForm, (written: string) => string | undefined])[] = [
  ['iccid', (written) => readAsked(written).digits],
  ['imei', (written) => readAsked(written).digits],
  ['phoneNumber', (written) => readAsked(written).phone],
  ['sapCompanyId', (written) => readAsked(written).digits],
  ['cloudId', (written) => readAsked(written).code],
  ['remotePortalId', (written) => readAsked(written).bareCode],
  ['physicalId', (written) => readAsked(written).uuid],
  ['ipAddress', (written) => readAsked(written).ipAddress],
]

describe('D47 what a field takes', () => {
  it.each(searched)('%s: the search takes', (form, read) => {
    fc.assert(
      fc.property(pasted(form), ({ id, written }) => {
        expect(read(written), JSON.stringify(written)).toBe(id)
      }),
      { numRuns: 500 },
    )
  })
})
