import {
  formatIpv4,
  isPrivate,
  type Network,
  overlap,
  parseIpv4,
  rangeOf,
} from '@support-console/contract/ipv4'
import { asRead, isUnused, type SubnetDraft } from './draft.ts'
import { saySubnet } from './fields.ts'
import { text } from './texts.ts'

/** What is wrong with one subnet among those of its company (2.6, D26), in a sentence for its address field. */
export function subnetProblem(typed: readonly SubnetDraft[], at: number): string | undefined {
  const subnets = typed.map(asRead)
  const subnet = subnets[at]
  if (!subnet || isUnused(subnet)) return undefined
  if (subnet.domainIp === '') return text('SubnetEmpty')
  if (parseIpv4(subnet.domainIp) === undefined)
    return text(beginsWithAddress.test(subnet.domainIp) ? 'SubnetMore' : 'SubnetNotIpv4')
  const start = networkStart(subnet)
  if (start !== undefined) return text('SubnetHostBits', { cidr: subnet.cidr, start })
  if (!isPrivate(subnet)) return text('SubnetNotPrivate')
  const twin = subnets.findIndex((other, index) => index < at && overlap(other, subnet))
  const other = subnets[twin]
  return other && text('SubnetOverlapsOwn', { number: twin + 1, subnet: saySubnet(other) })
}

/** An address, and then what is neither its prefix length nor its mask. */
const beginsWithAddress = /^\d{1,3}(?:\.\d{1,3}){3}\s*[^\d.\s]|^\d{1,3}(?:\.\d{1,3}){3}\s+\S/

/** Where the network begins that an address with host bits lies in; undefined where the address begins it. */
export function networkStart(network: Network): string | undefined {
  const range = rangeOf(network)
  return range?.hasHostBits ? formatIpv4(range.from) : undefined
}

/** The computed range in words: from, to, and how many addresses; undefined where the address is none. */
export function sayRange(network: Network): { from: string; to: string; count: string } | undefined {
  const range = rangeOf(network)
  if (!range) return undefined
  const count = range.addresses
  return {
    from: formatIpv4(range.from),
    to: formatIpv4(range.to),
    count: range.addresses === 1 ? text('OneAddress') : text('Addresses', { count }),
  }
}

/** What is special about a prefix length; undefined for the ordinary ones. */
export function prefixNote(cidr: number): string | undefined {
  if (cidr === 32) return text('PrefixNote32')
  return cidr === 31 ? text('PrefixNote31') : undefined
}
