import { pasted } from '@support-console/contract/pasted.facts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cloudId,
  ipv4,
  physicalPanelId,
  remotePortalId,
  sapCompanyId,
  simId,
  transactionId,
} from './kinds/cells.ts'
import { cellReader } from './read-cell.ts'

const cells = [
  ['iccid', simId],
  ['cloudId', cloudId],
  ['remotePortalId', remotePortalId],
  ['sapCompanyId', sapCompanyId],
  ['physicalId', physicalPanelId],
  ['physicalId', transactionId],
  ['ipAddress', ipv4],
] as const
describe('D47 what a field takes', () => {
  it.each(cells)('%s: the cell of an import takes', (form, schema) => {
    const read = cellReader({ name: form, meaning: '', schema })
    fc.assert(
      fc.property(pasted(form), ({ id, written }) => {
        const { value } = read(written) as { value?: string }
        expect(form === 'remotePortalId' ? value?.replace('-', '') : value, JSON.stringify(written)).toBe(id)
      }),
      { numRuns: 500 },
    )
  })
})
