import { changesIn, shownChange } from '@support-console/contract/audit-trail.words'
import {
  type CompanyFieldEntry,
  canPutBack,
  companyFields,
  sayChange,
  saySubnetChange,
} from '@support-console/contract/companies.words'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asTyped, type CompanyDraft, newDraft, type SubnetDraft, subnetRow } from './draft.ts'
import { saySubnet } from './fields.ts'
import { putBack } from './put-back.ts'

const fields = Object.values(companyFields)

/** Any value that a setting can have. */
function anyValue({ kind, of = [] }: CompanyFieldEntry): fc.Arbitrary<string | number | boolean | string[]> {
  if (kind === 'flag') return fc.boolean()
  if (kind === 'percent') return fc.integer({ min: 1, max: 100 })
  if (kind === 'one') return fc.constantFrom(...of)
  if (kind === 'some') return fc.subarray([...of])
  // As people write, and as they should not: arrows, colons, quotation marks.
  return fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[":→ ab\\]{0,12}$/))
}
const values = fc.record(Object.fromEntries(fields.map((field) => [field.key, anyValue(field)])))
const network = fc
  .tuple(fc.nat({ max: 250 }), fc.integer({ min: 16, max: 30 }))
  .map(([part, cidr]) => ({ domainIp: `10.${part}.0.0`, cidr }))
const networks = fc.uniqueArray(network, { maxLength: 5, selector: ({ domainIp }) => domainIp })

/** A detail as the trail shows it. */
const shown = (lines: readonly string[]) => changesIn(lines.join('\n')).map(shownChange)
const draft = (of: object, subnets: readonly SubnetDraft[]): CompanyDraft =>
  ({ ...newDraft(), ...asTyped(of), subnets }) as CompanyDraft
const kept = (id: number, { domainIp, cidr }: { domainIp: string; cidr: number }): SubnetDraft => ({
  ...subnetRow(domainIp, cidr),
  subnetId: id,
})

it('U7 putting back any change of any settings restores exactly the former values', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const free = fields.filter(({ fixedIn = [] }) => !(fixedIn as readonly string[]).includes('update'))
      const fixed = Object.fromEntries(
        fields.filter((field) => !free.includes(field)).map(({ key }) => [key, before[key]]),
      )
      const now = { ...after, ...fixed }
      const lines = fields.flatMap(({ key, words }) =>
        sayChange(words, before[key] as string, now[key] as string),
      )
      expect(putBack(draft(now, []), shown(lines))).toEqual(draft(before, []))
      expect(canPutBack('company 12', shown(lines))).toBe(lines.length > 0)
    }),
  )
})

it('U7 putting back any change of subnets restores them, whatever was added, removed or moved', () => {
  fc.assert(
    fc.property(networks, networks, fc.nat({ max: 5 }), (old, others, count) => {
      const before = old.map((each, id) => kept(id + 1, each))
      const isFree = ({ domainIp }: { domainIp: string }) => !old.some((one) => one.domainIp === domainIp)
      const free = others.filter(isFree)
      const [moved, gone, stays] = [before.slice(0, 1), before.slice(1, 2), before.slice(2)]
      const [target, ...added] = free.slice(0, count)
      const lines = [
        ...gone.map((subnet) => saySubnetChange.removed(saySubnet(subnet))),
        ...(target ? moved.map((subnet) => saySubnetChange.moved(saySubnet(subnet), saySubnet(target))) : []),
        ...added.map((subnet) => saySubnetChange.added(saySubnet(subnet))),
      ]
      const now = draft({}, [
        ...moved.map((subnet) => (target ? { ...subnet, ...target } : subnet)),
        ...stays,
        ...added.map((subnet, id) => kept(100 + id, subnet)),
      ])
      const said = ({ subnets }: CompanyDraft) => subnets.map(saySubnet).sort()
      expect(said(putBack(now, shown(lines)))).toEqual(said(draft({}, before)))
    }),
  )
})

it('U7 a new company, a new service key and what is fixed put nothing back', () => {
  const created = fields.flatMap(({ words }) => [`${words}: "x"`])
  expect(canPutBack('company 12', shown(created))).toBe(false)
  expect(canPutBack('company 12', shown(['installer service key: replaced']))).toBe(false)
  expect(canPutBack('company 12', shown(['device region: "us" → "ca"']))).toBe(false)
  expect(canPutBack('sim 12', shown(['VPN endpoint: "a" → "b"']))).toBe(false)
})
