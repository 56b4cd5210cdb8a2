import { instantsInSentence } from '@support-console/contract/diagnosis.words'
import { localTime, sayTime } from '../../ui/local-time.ts'
import { sayShortly } from '../../ui/say-when.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { countOf } from './arranged.ts'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'

const withWord = new RegExp(`\\b(at )?${instantsInSentence.source.replace(/^\\b/, '')}`, 'g')

/** A sentence of the server's with its instants on the reader's clock: 'at 09:12', 'yesterday at 09:12', 'since 19 Nov 09:12'. */
export const sayLocally = (sentence: string, now = serverNow()): string =>
  sentence.replace(withWord, (found, at: string | undefined) => {
    const instant = at ? found.slice(at.length) : found
    const short = sayShortly(instant, now)
    if (!at) return short
    const [, day, time = short] = /^(.+) (\S+)$/.exec(short) ?? []
    if (day === undefined) return text('AtTime', { time })
    return text(/\d/.test(day) ? 'AtDay' : 'AtYesterday', { day, time })
  })

/** What a source said, with its instants to the second. */
export const sayExactly = (value: string, now = serverNow()): string =>
  value.replace(instantsInSentence, (instant) => {
    const { day, time } = localTime(instant)
    return day === localTime(now).day ? time : `${day} ${time}`
  })

/** A title within a list of them: 'company of the SIM', but 'IMEI'. */
export const within = (title: string): string =>
  /^\p{Lu}(?=\p{Ll}|\s)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title

/** A ticket may be read in another time zone, so each instant has its day and zone. */
export const inFull = (sentence: string) => sentence.replace(instantsInSentence, sayTime)

/** What is said of a look. */
export function sentenceOf({ known: { verdict, findings }, error }: Pick<Look, 'known' | 'error'>): string {
  if (error && verdict.state !== 'cause') return text('NoDiagnosis')
  if (verdict.sentence !== '') return sayLocally(verdict.sentence)
  const count = findings.length
  return text('Looking', { count, answered: count - countOf(findings, 'waiting') })
}
