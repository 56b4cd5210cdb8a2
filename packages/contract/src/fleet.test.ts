import { describe, expect, it } from 'vitest'
import {
  type FleetFilter,
  fleetFilterNames,
  fleetFilterText,
  readableFindings,
  readFleetFilter,
} from './fleet.words.ts'
import { viewLists } from './views.words.ts'

describe('fleet 3 the filter of the fleet', () => {
  const filters: FleetFilter[] = [
    { not: {} },
    { finding: ['no-panel', 'silent'], company: [12, 15], not: { carrier: ['ATT'], since: ['week'] } },
    { csr: ['csr-06', 'csr-07'], not: { csr: ['csr-1.example'] } },
    { cause: ['outage container webconnect-3, blue & green'], stand: ['once'], not: { company: [7] } },
  ]
  it('43.6 a view of the fleet keeps every name of the filter', () => {
    expect(viewLists.fleet.names.toSorted()).toEqual([...fleetFilterNames, 'by'].toSorted())
  })

  it.each(filters)('reads what it wrote: %o', (filter) => {
    expect(readFleetFilter(fleetFilterText(filter))).toEqual({ filter, leftOut: [] })
  })

  it('names what it does not know, and leaves it out', () => {
    expect(readFleetFilter('finding=no-panel,lost&colour=red&not-cause=container a&company=0x1')).toEqual({
      filter: { finding: ['no-panel'], not: {} },
      leftOut: [
        { name: 'finding', value: 'lost', why: 'unknown-value' },
        { name: 'colour', value: 'red', why: 'unknown-name' },
        { name: 'not-cause', value: 'container a', why: 'unknown-name' },
        { name: 'company', value: '0x1', why: 'unknown-value' },
      ],
    })
  })

  it('D45 tells no finding without all the rights that it takes', () => {
    expect(readableFindings((right) => right === 'panels.read')).toEqual(['disabled-for-long'])
    expect(readableFindings(() => false)).toEqual([])
  })
})
