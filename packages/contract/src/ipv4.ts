import { bareValue } from './pasted.ts'

/**
 * IPv4 networks (RFC 4632) as companies have them (specification 2.6, D26). Imports no schemas, so that the console can
 * carry it. Addresses are unsigned 32-bit numbers or dotted text.
 */

/** A network by its first address and prefix length. */
export interface Network {
  /** Dotted: '10.20.0.0'. */
  readonly domainIp: string
  /** Prefix length, 0 to 32. */
  readonly cidr: number
}

/** The number of a dotted IPv4 address; undefined for all else, leading zeros included (they read as octal elsewhere). */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  let address = 0
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined
    address = address * 256 + Number(part)
  }
  return address
}

export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
}

/**
 * A network as people and network devices write it: with its prefix length (10.20.0.0/16), its mask or wildcard mask
 * (10.20.0.0 255.255.0.0), or its last address (10.20.0.0 - 10.20.255.255); an address alone is one without a length.
 * Undefined for all else.
 */
export function readNetwork(text: string): { domainIp: string; cidr?: number } | undefined {
  const read = /^([\d.]+)(?:\s*(\/|-|\s(?:net)?mask|\s)\s*([\d.]+))?$/i.exec(bareValue(text))
  const [, domainIp = '', between = '', behind] = read ?? []
  const from = parseIpv4(domainIp)
  if (from === undefined) return undefined
  if (behind === undefined) return { domainIp }
  const cidr = /^\d{1,2}$/.test(behind) ? Number(behind) : prefixOf(from, between, parseIpv4(behind))
  return cidr === undefined || cidr > 32 ? undefined : { domainIp, cidr }
}

/** The prefix length that a mask stands for, or a network's last address; undefined where it is none. */
function prefixOf(from: number, between: string, address: number | undefined): number | undefined {
  const sizes = Array.from({ length: 33 }, (_, cidr) => ({ cidr, size: 2 ** (32 - cidr) }))
  const lengthWhere = (fits: (size: number) => boolean) => sizes.find(({ size }) => fits(size))?.cidr
  if (between === '-') return lengthWhere((size) => address === from + size - 1)
  return lengthWhere((size) => address === 2 ** 32 - size) ?? lengthWhere((size) => address === size - 1)
}

/** Where a network begins and ends, and how many addresses that are; undefined where it is none. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly addresses: number
  /** The address has bits beyond the prefix: it lies inside the network and does not begin it. */
  readonly hasHostBits: boolean
}

export function rangeOf({ domainIp, cidr }: Network): Range | undefined {
  const address = parseIpv4(domainIp)
  if (address === undefined || !Number.isInteger(cidr) || cidr < 0 || cidr > 32) return undefined
  const addresses = 2 ** (32 - cidr)
  const from = Math.floor(address / addresses) * addresses
  return { from, to: from + addresses - 1, addresses, hasHostBits: from !== address }
}

/** Whether two networks share an address; false where one is none. */
export function overlap(one: Network, other: Network): boolean {
  const a = rangeOf(one)
  const b = rangeOf(other)
  return a !== undefined && b !== undefined && a.from <= b.to && b.from <= a.to
}

/** The private address space (RFC 1918). */
export const privateNetworks: readonly Network[] = [
  { domainIp: '10.0.0.0', cidr: 8 },
  { domainIp: '172.16.0.0', cidr: 12 },
  { domainIp: '192.168.0.0', cidr: 16 },
]

/** Whether a network lies wholly inside the private address space. */
export const isPrivate = (network: Network): boolean =>
  privateNetworks.some((space) => network.cidr >= space.cidr && overlap(network, space))

/** What is wrong with a company's subnet (D26), in a sentence for its field; undefined where nothing is. */
export function networkProblem(network: Network): { field: keyof Network; message: string } | undefined {
  const range = rangeOf(network)
  if (parseIpv4(network.domainIp) === undefined)
    return { field: 'domainIp', message: 'must be an IPv4 address such as 10.20.0.0' }
  if (!range) return { field: 'cidr', message: 'must be a prefix length from 0 to 32' }
  if (range.hasHostBits)
    return {
      field: 'domainIp',
      message: `has host bits: the /${network.cidr} network around it begins at ${formatIpv4(range.from)}`,
    }
  if (!isPrivate(network))
    return {
      field: 'domainIp',
      message: 'must lie in private address space: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16',
    }
  return undefined
}
