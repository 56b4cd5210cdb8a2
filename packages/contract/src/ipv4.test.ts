import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import {
  formatIpv4,
  isPrivate,
  type Network,
  networkProblem,
  overlap,
  parseIpv4,
  privateNetworks,
  rangeOf,
  readNetwork,
} from './ipv4.ts'

// The judge is ipaddr.js, which knows nothing of ours; where it has no function, its addresses as bytes.

const prefix = fc.integer({ min: 0, max: 32 })
const anyAddress = fc.integer({ min: 0, max: 2 ** 32 - 1 })
/** Near the edges of the private space, where mistakes live. */
const edge = fc
  .tuple(
    fc.constantFrom(
      '0.0.0.0',
      '10.0.0.0',
      '11.0.0.0',
      '172.16.0.0',
      '172.32.0.0',
      '192.168.0.0',
      '192.169.0.0',
    ),
    fc.integer({ min: -300, max: 300 }),
  )
  .map(([text, offset]) => ((parseIpv4(text) ?? 0) + offset + 2 ** 32) % 2 ** 32)
const address = fc.oneof(anyAddress, edge).map(formatIpv4)
const network: fc.Arbitrary<Network> = fc.record({ domainIp: address, cidr: prefix })
/** Its own first address, so that it has no host bits. */
const aligned = network.map(({ domainIp, cidr }): Network => {
  const first = ipaddr.IPv4.networkAddressFromCIDR(`${domainIp}/${cidr}`)
  return { domainIp: first.toString(), cidr }
})

const numberOf = (text: ipaddr.IPv4) => text.toByteArray().reduce((number, byte) => number * 256 + byte, 0)
const textOf = ({ domainIp, cidr }: Network) => `${domainIp}/${cidr}`
const judgedRange = (each: Network) => ({
  from: numberOf(ipaddr.IPv4.networkAddressFromCIDR(textOf(each))),
  to: numberOf(ipaddr.IPv4.broadcastAddressFromCIDR(textOf(each))),
})

describe('2.6 IPv4 networks beside ipaddr.js', () => {
  it('an address is read and written the same way', () => {
    fc.assert(
      fc.property(anyAddress, (number) => {
        const text = formatIpv4(number)
        expect(ipaddr.IPv4.isValidFourPartDecimal(text)).toBe(true)
        expect(numberOf(ipaddr.IPv4.parse(text))).toBe(number)
        expect(parseIpv4(text)).toBe(number)
      }),
    )
  })

  it('a text is an address exactly where four decimal numbers without leading zeros are', () => {
    const part = fc.oneof(
      fc.integer({ min: -2, max: 300 }).map(String),
      fc.constantFrom('', '0', '00', '01', '0x1', '1e1', ' 1', '1 ', '٣', '255', '256', 'a'),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join('.')
        const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) && !/(^|\.)0\d/.test(text)
        expect(parseIpv4(text) !== undefined).toBe(isAddress)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(Array.from({ length: 33 }, (_, cidr) => cidr))('/%i has the same range and host bits', (cidr) => {
    fc.assert(
      fc.property(address, (domainIp) => {
        const range = rangeOf({ domainIp, cidr })
        const judged = judgedRange({ domainIp, cidr })
        expect(range).toEqual({
          ...judged,
          addresses: judged.to - judged.from + 1,
          hasHostBits: judged.from !== numberOf(ipaddr.IPv4.parse(domainIp)),
        })
        expect(range?.addresses).toBe(2 ** (32 - cidr))
      }),
    )
  })

  it('two networks overlap exactly where one holds the first address of the other', () => {
    // Random ones seldom meet: the other is often a part of the first, or what contains it.
    const pair = fc.oneof(
      fc.tuple(aligned, aligned),
      fc
        .tuple(aligned, prefix)
        .map(([one, cidr]): [Network, Network] => [
          one,
          { domainIp: ipaddr.IPv4.networkAddressFromCIDR(`${one.domainIp}/${cidr}`).toString(), cidr },
        ]),
    )
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const holds = (outer: Network, inner: Network) =>
          ipaddr.IPv4.parse(inner.domainIp).match(ipaddr.IPv4.parseCIDR(textOf(outer)))
        expect(overlap(one, other)).toBe(holds(one, other) || holds(other, one))
        expect(overlap(other, one)).toBe(overlap(one, other))
        expect(overlap(one, one)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('private is what lies with its first and last address in the same private block', () => {
    fc.assert(
      fc.property(network, (each) => {
        const { from, to } = judgedRange(each)
        const blockOf = (number: number) =>
          privateNetworks.findIndex((block) =>
            ipaddr.IPv4.parse(formatIpv4(number)).match(ipaddr.IPv4.parseCIDR(textOf(block))),
          )
        const isInside = blockOf(from) >= 0 && blockOf(from) === blockOf(to)
        expect(isPrivate(each)).toBe(isInside)
        if (isInside) expect(ipaddr.IPv4.parse(each.domainIp).range()).toBe('private')
      }),
      { numRuns: 2000 },
    )
  })

  it('D26 a subnet has no problem exactly where it begins its network inside private space', () => {
    fc.assert(
      fc.property(fc.oneof(network, aligned), (each) => {
        const begins = numberOf(ipaddr.IPv4.parse(each.domainIp)) === judgedRange(each).from
        expect(networkProblem(each) === undefined).toBe(begins && isPrivate(each))
      }),
      { numRuns: 2000 },
    )
  })

  it('D26 says at which field what is wrong', () => {
    const problem = (domainIp: string, cidr: number) => networkProblem({ domainIp, cidr })
    expect(problem('10.20.0.1', 16)).toEqual({
      field: 'domainIp',
      message: 'has host bits: the /16 network around it begins at 10.20.0.0',
    })
    expect(problem('10.20.0.1', 32)).toBeUndefined()
    expect(problem('10.20.0.1', 31)?.message).toContain('begins at 10.20.0.0')
    expect(problem('10.20.0', 16)?.field).toBe('domainIp')
    expect(problem('10.20.0.0', 33)?.field).toBe('cidr')
    expect(problem('10.20.0.0', 1.5)?.field).toBe('cidr')
    expect(problem('0.0.0.0', 0)?.message).toMatch(/private address space/)
    expect(rangeOf({ domainIp: '10.0.0.0', cidr: -1 })).toBeUndefined()
    const [none, ten] = [
      { domainIp: 'x', cidr: 8 },
      { domainIp: '10.0.0.0', cidr: 8 },
    ]
    expect([overlap(none, ten), overlap(ten, none), isPrivate(none)]).toEqual([false, false, false])
    expect([rangeOf(none), networkProblem(none)?.field]).toEqual([undefined, 'domainIp'])
  })

  it('case 25 reads a network as people and devices write it, and no other', () => {
    const network = fc.tuple(anyAddress, prefix).map(([address, cidr]) => {
      const { from = 0, to = 0 } = rangeOf({ domainIp: formatIpv4(address), cidr }) ?? {}
      return { domainIp: formatIpv4(from), cidr, last: formatIpv4(to) }
    })
    fc.assert(
      fc.property(network, ({ domainIp, cidr, last }) => {
        const mask = ipaddr.IPv4.subnetMaskFromPrefixLength(cidr).toString()
        for (const text of [`${domainIp}/${cidr}`, ` ${domainIp} / ${cidr}`, `IP: ${domainIp}/${cidr};`])
          expect(readNetwork(text), text).toEqual({ domainIp, cidr })
        for (const text of [`${domainIp} ${mask}`, `${domainIp}/${mask}`, `${domainIp} netmask ${mask}`])
          expect(readNetwork(text), text).toEqual({ domainIp, cidr })
        for (const text of [`${domainIp}-${last}`, `${domainIp} – ${last}`])
          expect(readNetwork(text), text).toEqual({ domainIp, cidr })
        expect(readNetwork(`\u202a${domainIp}\u202c `)).toEqual({ domainIp })
      }),
    )
    // A wildcard mask of all or no bits reads as a mask.
    expect(readNetwork('10.77.0.0 0.0.255.255')).toEqual({ domainIp: '10.77.0.0', cidr: 16 })
    for (const text of [
      '10.77.0.0 mask 255.255.0.0',
      '10.77.0.0 NETMASK 255.255.0.0',
      '10.77.0.0  255.255.0.0',
    ])
      expect(readNetwork(text), text).toEqual({ domainIp: '10.77.0.0', cidr: 16 })
    for (const text of [
      'x 10.77.0.0/16',
      '10.77.0.0/16 x',
      '10.77.0.0/255.255.0',
      '10.77.0.0 255.0.255.0',
      '10.77.0.0/33',
      '10.77.0.0 -10.77.0.9',
      '10.77.0',
      '10.77.0.0 x',
      '',
    ])
      expect(readNetwork(text), text).toBeUndefined()
  })
})
