import type { OutageDetail } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { text as frame } from '../../texts/text.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { text } from './texts.ts'

/** As a title begins. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** What happened, in one sentence. */
export function sayWhat({ how, usual, mostAway, members }: OutageDetail): string {
  if (how === 'down') return text('Down', { panels: mostAway })
  const said = how === 'together' ? 'Together' : usual === null ? 'ExcessAlone' : 'Excess'
  return text(said, { panels: mostAway, members })
}

/** How it was everywhere else and is usually, and up to when that is known. */
export function sayCompared({ how, usual, others, panels, asOf, endedAt }: OutageDetail): string[] {
  const usually = how !== 'excess' ? [] : [usual === null ? text('UsualUnknown') : text('Usual', { usual })]
  const elsewhere = others
    ? text(how === 'excess' ? 'OthersAway' : 'OthersStopped', others)
    : text('NotCompared')
  const noted = panels === 0 ? text('NotNoted') : text('AsOf', { time: sayShortly(asOf) })
  return [...usually, elsewhere, ...(endedAt === null || panels === 0 ? [noted] : [])]
}

/** Where what its panels share is shown. */
export function wayToScope({ of: { kind, id }, name }: OutageDetail) {
  if (kind === 'webconnect')
    return { to: addresses.webconnect(), text: text('OpenScope', { name: frame('TitleWebconnect') }) }
  if (kind === 'container' || kind === 'csr' || kind === 'company')
    return { to: pageOf(kind, id), text: text('OpenScope', { name: name || text('ACompany') }) }
  return undefined
}
