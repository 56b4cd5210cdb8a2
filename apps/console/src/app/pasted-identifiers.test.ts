import { readBatchFile } from '@support-console/contract/batch-file'
import { isSim } from '@support-console/contract/batch-list'
import { cloudIdsIn, linesIn } from '@support-console/contract/line-list'
import { type PastedForm, pasted } from '@support-console/contract/pasted.facts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { physicalIdOf } from '../features/panel-environment/use-pathfinder.ts'
import { readIds } from '../features/panels/id-list.ts'
import { isTransactionId, transactionOf } from '../kit/log-search/transaction.ts'
import { simIdProblem } from '../kit/sim-id/sim-id-field.tsx'
import { bareIdentifier } from '../ui/form/bare-identifier.ts'

/** What each reader of the console makes of one identifier as it was pasted; undefined: it may say so in its own words. */
const readers: readonly (readonly [PastedForm, string, (written: string) => unknown])[] = [
  ['iccid', 'the SIM ID field', (written) => bareIdentifier(written, 'iccid')],
  ['iccid', 'a batch', (written) => entriesOf(written)],
  [
    'iccid',
    'a table of a batch',
    (written) => entriesOf(`Site;ICCID\nPier;"${written.replaceAll('"', '""')}"\n`),
  ],
  [
    'iccid',
    'a line of many',
    (written) => bareIdentifier(linesIn(`${written}\nHarbor\n`).split('\n')[0] ?? '', 'iccid'),
  ],
  ['cloudId', 'Panel Management', (written) => readIds(written, 'cloudId')[0]],
  ['cloudId', 'the look at many panels', (written) => cloudIdsIn(written)[0]],
  ['remotePortalId', 'Panel Management', (written) => readIds(written, 'remoteId')[0]],
  ['sapCompanyId', 'Panel Management', (written) => readIds(written, 'sapNumber').join('')],
  ['physicalId', 'Panel Environment', physicalIdOf],
  [
    'physicalId',
    'the field of a transaction',
    (written) => bareIdentifier(written, 'guid').toLowerCase().replace(/[{}]/g, ''),
  ],
  [
    'physicalId',
    'the address of a log',
    (written) => transactionOf(new URLSearchParams({ txid: written }))?.transactionId,
  ],
]

function entriesOf(content: string): unknown {
  const list = readBatchFile(content)
  return 'refusal' in list ? list.refusal : list.entries.map(({ iccid }) => iccid).join(' ')
}

describe('D47 what one field, list or file takes, all take', () => {
  // White space parts SAP numbers on Panel Management, as it parts all ids of a list.
  it.each(readers)('%s: %s', (form, _where, read) => {
    fc.assert(
      fc.property(pasted(form, form === 'sapCompanyId' ? false : undefined), ({ id, written }) => {
        expect(read(written), JSON.stringify(written)).toBe(id)
      }),
      { numRuns: 500 },
    )
  })

  it('is a SIM ID, and a transaction, for all that ask whether it is', () => {
    fc.assert(
      fc.property(pasted('iccid'), pasted('physicalId'), (sim, transaction) => {
        expect([isSim(sim.written), simIdProblem(sim.written), isTransactionId(transaction.written)]).toEqual(
          [true, undefined, true],
        )
      }),
    )
  })
})
