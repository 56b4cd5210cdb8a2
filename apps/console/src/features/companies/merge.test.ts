import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf } from './changes.ts'
import { decidedByTyping } from './conflict.ts'
import { type CompanyDraft, effective, newCompanyOf, newDraft, type SubnetDraft } from './draft.ts'
import { merge, mergeSubnets } from './merge.ts'

const saved = (id: number, domainIp: string, cidr = 24): SubnetDraft => ({
  key: `subnet-${id}`,
  subnetId: id,
  domainIp,
  cidr,
})
const made = (domainIp: string, cidr = 24): SubnetDraft => ({ key: domainIp, subnetId: null, domainIp, cidr })
const base: CompanyDraft = {
  ...newDraft({ companyName: 'Prairie Alarm', sapCompanyId: '1000002', deviceRegion: 'ca' }),
  networkModel: 'TIER2_STANDARD',
  vpnEndpoint: '',
  subnets: [saved(1, '10.20.0.0', 16), saved(2, '10.30.0.0')],
}
const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

describe('2.6 what a save changes', () => {
  it('names fields in the page’s order with both values in words', () => {
    const draft = {
      ...base,
      useCiam: false,
      companyName: 'Prairie',
      DeliveryTypes: ['SMS', 'Email'] as const,
    }
    expect(changesOf(base, draft)).toEqual([
      { key: 'companyName', from: 'Prairie Alarm', to: 'Prairie' },
      { key: 'DeliveryTypes', from: 'Email', to: 'Email, SMS' },
      { key: 'useCiam', from: 'on', to: 'off' },
    ])
  })
  it('white space, the order of a list and a row no one filled in are no change', () => {
    const draft: CompanyDraft = {
      ...base,
      companyName: '  Prairie Alarm ',
      mnvOsInUse: ['Verizon', 'Aeris', 'Wyless'],
      subnets: [...[...base.subnets].reverse(), made('')],
    }
    expect(changesOf(base, draft)).toEqual([])
  })
  it('sends what the network model has a place for, and keeps the rest in the form', () => {
    const typed = { ...base, vpnEndpoint: ' vpn.example' }
    expect(effective(typed)).toMatchObject({ vpnEndpoint: 'vpn.example', subnets: base.subnets })
    const tier3: CompanyDraft = { ...typed, networkModel: 'TIER3_STANDARD' }
    expect(effective(tier3)).toMatchObject({ vpnEndpoint: 'vpn.example', subnets: [] })
    expect(tier3.subnets).toHaveLength(2)
  })
  it('D34 a new company of another model than Tier3 Standard is sent with the default endpoint, whatever was typed before', () => {
    const typed = { ...base, vpnEndpoint: 'vpn.example' }
    const endpointOf = (draft: CompanyDraft) => newCompanyOf(draft, 'add').networkModelSettings.vpnEndpoint
    expect(endpointOf(typed)).toBe('vpn.installer-services.example')
    expect(endpointOf({ ...typed, networkModel: 'TIER3_STANDARD' })).toBe('vpn.example')
  })
  it('reads an address with its prefix length behind it', () => {
    const typed = { ...base, subnets: [made('10.40.0.0/22')] }
    expect(effective(typed).subnets[0]).toMatchObject({ domainIp: '10.40.0.0', cidr: 22 })
    expect(effective({ ...base, subnets: [made('10.40.0.0/33')] }).subnets[0]?.domainIp).toBe('10.40.0.0/33')
  })
})

describe('D10 two people’s changes in one', () => {
  it('takes over what only they changed, keeps what only I changed, asks where both did', () => {
    const theirs: CompanyDraft = { ...base, companyName: 'Theirs', useCiam: false, sapSalesRegion: 'ca' }
    const mine: CompanyDraft = {
      ...base,
      companyName: 'Mine',
      preferredLanguage: 'fr-CA',
      sapSalesRegion: 'ca',
    }
    const { draft, takenOver, disputed } = merge(base, theirs, mine)
    expect(takenOver).toEqual([{ key: 'useCiam', from: 'on', to: 'off' }])
    expect(disputed).toEqual([
      { key: 'companyName', was: 'Prairie Alarm', theirs: 'Theirs', mine: 'Mine', choice: undefined },
    ])
    expect(draft).toMatchObject({ companyName: 'Mine', useCiam: false, preferredLanguage: 'fr-CA' })
  })
  it('a field that is still open stays open when a third person saves something else', () => {
    const theirs = { ...base, companyName: 'Theirs' }
    const mine = { ...base, companyName: 'Mine' }
    const third = { ...theirs, useCiam: false }
    expect(keysOf(merge(theirs, third, mine, ['companyName']).disputed)).toEqual(['companyName'])
    expect(merge(theirs, third, mine).disputed).toEqual([])
  })
  it('loses no one’s change, whatever the two did', () => {
    const flags = ['useCiam', 'usageMonitoringEnabled', 'servicePortalOnboarded'] as const
    const edit = fc.record({
      useCiam: fc.boolean(),
      usageMonitoringEnabled: fc.boolean(),
      servicePortalOnboarded: fc.boolean(),
      companyName: fc.constantFrom('Prairie Alarm', 'A', 'B', 'C'),
    })
    fc.assert(
      fc.property(edit, edit, (one, other) => {
        const theirs = { ...base, ...one }
        const mine = { ...base, ...other }
        const { draft, disputed } = merge(base, theirs, mine)
        const open = keysOf(disputed)
        for (const key of [...flags, 'companyName'] as const) {
          const [was, they, me] = [base[key], theirs[key], mine[key]]
          if (they !== was && me !== was && they !== me) expect(open).toContain(key)
          else expect(draft[key]).toBe(me !== was ? me : they)
        }
      }),
    )
  })
})

describe('D10 typing into a field that both changed', () => {
  const said = { by: 'engineer@example.com', at: '2026-01-01T00:00:00Z' }
  it('is the decision for it, and a subnet of mine that they removed is saved as a new one', () => {
    const theirs: CompanyDraft = { ...base, subnets: [saved(1, '10.20.0.0', 16)] }
    const mine: CompanyDraft = { ...base, subnets: [saved(1, '10.20.0.0', 16), saved(2, '10.31.0.0')] }
    const { draft, ...merged } = merge(base, theirs, mine)
    expect(keysOf(merged.disputed)).toEqual(['subnets'])
    const typed = { ...draft, subnets: [saved(1, '10.20.0.0', 16), saved(2, '10.32.0.0')] }
    const decided = decidedByTyping({ ...said, ...merged, mine }, 'subnets', typed, theirs)
    expect(decided.draft.subnets).toEqual([
      saved(1, '10.20.0.0', 16),
      { ...saved(2, '10.32.0.0'), subnetId: null },
    ])
    expect(decided.conflict.mine.subnets).toEqual(decided.draft.subnets)
    expect(decided.conflict.disputed).toMatchObject([{ key: 'subnets', choice: 'mine' }])
  })
  it('leaves a field that is not open as it was typed', () => {
    const typed = { ...base, companyName: 'Mine' }
    const conflict = { ...said, takenOver: [], disputed: [], mine: base }
    expect(decidedByTyping(conflict, 'companyName', typed, base)).toEqual({ draft: typed, conflict })
  })
})

describe('D10 subnets of two people', () => {
  const before = base.subnets
  it('additions of both stay, removals and changes of one hold', () => {
    const theirs = [saved(1, '10.20.0.0', 17), saved(2, '10.30.0.0'), saved(3, '10.50.0.0')]
    const mine = [saved(1, '10.20.0.0', 16), made('10.60.0.0')]
    expect(mergeSubnets(before, theirs, mine)?.map(({ domainIp, cidr }) => `${domainIp}/${cidr}`)).toEqual([
      '10.20.0.0/17',
      '10.50.0.0/24',
      '10.60.0.0/24',
    ])
  })
  it('what both added alike is there once', () => {
    const theirs = [...before, saved(3, '10.50.0.0')]
    expect(mergeSubnets(before, theirs, [...before, made('10.50.0.0')])).toEqual(theirs)
  })
  it('the same subnet changed alike by both is as both want it', () => {
    const both = [saved(1, '10.20.0.0', 17), saved(2, '10.30.0.0')]
    expect(
      mergeSubnets(
        before,
        both,
        both.map((subnet) => ({ ...subnet })),
      ),
    ).toEqual(both)
    expect(mergeSubnets(before, [saved(2, '10.30.0.0')], [saved(2, '10.30.0.0')])).toEqual([
      saved(2, '10.30.0.0'),
    ])
  })
  it('the same subnet changed by both, or additions that overlap, are for a person to decide', () => {
    expect(mergeSubnets(before, [saved(1, '10.20.0.0', 17)], [saved(1, '10.20.0.0', 18)])).toBeUndefined()
    expect(mergeSubnets(before, [saved(2, '10.30.0.0')], [saved(1, '10.20.0.0', 18)])).toBeUndefined()
    expect(
      mergeSubnets(before, [...before, saved(3, '10.50.0.0')], [...before, made('10.50.0.0', 20)]),
    ).toBeUndefined()
  })
})
