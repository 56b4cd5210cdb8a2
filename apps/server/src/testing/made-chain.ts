import { contentOf, genesis, hashOf, type ProvenEntry } from '../platform/audit/chain.ts'
import type { KeptLink } from '../platform/audit/read-links.ts'

// For tests: links of an audit chain with their entries, without a database.
const begun = Date.parse('2025-01-31T23:58:00.000Z')
const minute = 60_000
/** When the link of this number is made: a minute later for each; the third is the first one of February. */
export const timeOf = (number: number) => new Date(begun + (number - 1) * minute).toISOString()

interface Made {
  number: number
  id?: number
  at?: string
  entryAt?: string
  detail?: string
  /** Other fields of its entry. */
  fields?: Partial<ProvenEntry>
}

/** A link as it is made behind another one. */
export function linkAfter(
  previous: string,
  { number, id = 100 + number, at, entryAt, detail = '', fields }: Made,
): KeptLink {
  const texts = {
    issuer: 'i',
    subject: 's',
    email: 'e',
    session_id: 's',
    token_id: 't',
    remote_address: '::1',
  }
  const said = {
    route: 'r',
    permission: 'p',
    activity: 'a',
    message: 'm',
    object: 'o',
    result: 'Success',
    detail,
  }
  const entry: ProvenEntry = {
    ...{ id, at: entryAt ?? timeOf(number), source: 'server', transaction_id: 't', sub_transaction_id: null },
    ...texts,
    ...said,
    ...fields,
  }
  const link = {
    number,
    at: at ?? timeOf(number),
    entry_at: entryAt ?? timeOf(number),
    entry_id: id,
    content: contentOf(entry),
  }
  return { ...link, hash: hashOf(link, previous), entry }
}

export function chainOf(...made: Made[]): KeptLink[] {
  const links: KeptLink[] = []
  for (const each of made) links.push(linkAfter(links.at(-1)?.hash ?? genesis, each))
  return links
}
