import type { SearchKind } from '@support-console/contract/identifiers'
import { kinds } from '../texts/en-US/kinds.ts'
import { culture } from '../texts/languages.ts'
import { textsOf } from '../texts/text.ts'

/** What has a name of its own: a kind of thing, or what a person is to a company. */
export type Named = SearchKind | 'user'

const text = textsOf(kinds)
const named = <Of extends 'One' | 'Many', Kind extends Named>(of: Of, kind: Kind) =>
  `${of}${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `${Of}${Capitalize<Kind>}`

/** What a kind is called, and several of it; the compiler asks for each text. */
export const kindName = (kind: Named): string => text(named('One', kind))
export const kindsName = (kind: Named): string => text(named('Many', kind))

/** In a sentence: in small letters, but for abbreviations. */
export const inSentence = (name: string): string => (/^\p{Lu}{2}/u.test(name) ? name : name.toLowerCase())

/** '1 SIM', '4 panels'; '10,000+ SIMs' where no more than `most` are counted. */
export function sayHowMany(kind: Named, count: number, most = Number.POSITIVE_INFINITY): string {
  const counted = Math.min(count, most).toLocaleString(culture)
  return `${counted}${count > most ? '+' : ''} ${inSentence((count === 1 ? kindName : kindsName)(kind))}`
}
