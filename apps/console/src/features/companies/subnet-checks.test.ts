import { describe, expect, it } from 'vitest'
import type { SubnetDraft } from './draft.ts'
import { networkStart, sayRange, subnetProblem } from './subnet-checks.ts'

const at = (domainIp: string, cidr: number, subnetId: number | null = null): SubnetDraft => ({
  key: domainIp,
  subnetId,
  domainIp,
  cidr,
})

describe('2.6, D26 what is said of a subnet', () => {
  it.each([
    [at('10.20.0.0', 16), undefined],
    [at('10.20.0.0/16', 24), undefined],
    [at('10.77.0.0 255.255.0.0', 24), undefined],
    [at('10.77.0.0 255.255.0.0', 0), undefined],
    [
      at('10.77.0.0 255.0.255.0', 24),
      'The part after the address is not a prefix length or mask. Enter 10.20.0.0/16 or 10.20.0.0 255.255.0.0',
    ],
    [at('', 24), undefined],
    [at('', 24, 7), 'Type an address, or remove the subnet'],
    [at('10.20.0', 24), 'Enter an IPv4 address such as 10.20.0.0'],
    [at('010.20.0.0', 24), 'Enter an IPv4 address such as 10.20.0.0'],
    [at('10.20.5.0', 16), 'No /16 network starts here; the one that contains it starts at 10.20.0.0'],
    [at('8.8.8.0', 24), 'Must lie in private address space: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    [at('0.0.0.0', 0), 'Must lie in private address space: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    [at('10.20.0.1', 32), undefined],
  ])('%o', (subnet, message) => {
    expect(subnetProblem([subnet], 0)).toBe(message)
  })

  it('the later one of two that overlap is told which', () => {
    const subnets = [at('10.20.0.0', 16), at('10.20.7.0', 24)]
    expect(subnetProblem(subnets, 0)).toBeUndefined()
    expect(subnetProblem(subnets, 1)).toBe('Overlaps subnet 1 of this company, 10.20.0.0/16')
  })

  it.each([
    ['10.20.0.0', 16, { from: '10.20.0.0', to: '10.20.255.255', count: '65,536 addresses' }],
    ['10.20.0.9', 32, { from: '10.20.0.9', to: '10.20.0.9', count: '1 address' }],
    ['10.20.0.8', 31, { from: '10.20.0.8', to: '10.20.0.9', count: '2 addresses' }],
    ['1.2.3.4', 0, { from: '0.0.0.0', to: '255.255.255.255', count: '4,294,967,296 addresses' }],
  ])('range of %s/%i', (domainIp, cidr, range) => {
    expect(sayRange({ domainIp, cidr })).toEqual(range)
  })

  it('says where the network around an address begins', () => {
    expect(networkStart({ domainIp: '10.20.5.1', cidr: 22 })).toBe('10.20.4.0')
    expect(networkStart({ domainIp: '10.20.4.0', cidr: 22 })).toBeUndefined()
    expect(networkStart({ domainIp: 'x', cidr: 22 })).toBeUndefined()
  })
})
