import { instantsInSentence } from '@support-console/contract/diagnosis.words'
import { localTime } from '../../ui/local-time.ts'
import { text } from './texts.ts'

/** A sentence of the server's with its instants on the reader's clock: 'today 06:41:02', '2026-11-19 14:02:19'. */
export const sayLocally = (sentence: string, now = Date.now()): string =>
  sentence.replace(instantsInSentence, (instant) => {
    const { day, time } = localTime(instant)
    return day === localTime(now).day ? text('Today', { time }) : `${day} ${time}`
  })

/** A title within a list of them: 'company agrees', but 'IMEI as before'. */
export const within = (title: string): string =>
  /^\p{Lu}(?=\p{Ll}|\s)/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
