import { isIccid, luhnFits, normaliseIccid } from '@support-console/contract/iccid'
import { inAscii, withoutMarks } from '@support-console/contract/pasted'
import { fewestDigits } from '@support-console/contract/search.words'
import { inSentence, kindName } from '../../kit/thing-words.ts'
import { Callout } from '../../ui/callout.tsx'
import styles from './palette.module.css'
import { text } from './texts.ts'
import { tooFew, type useFind } from './use-find.ts'

interface PaletteNotesProps {
  readonly typed: string
  readonly found: ReturnType<typeof useFind>
}

/** Why there are no hits, or what is odd about them: the list is never blank without a reason. */
export function PaletteNotes({ typed, found }: PaletteNotesProps) {
  const shown = withoutMarks(typed).trim()
  if (shown === '') return null
  const few = tooFew(typed)
  if (few === 'letters') return <p className={`quiet ${styles.noteLine}`}>{text('TooFewLetters')}</p>
  if (few === 'digits')
    return (
      <p className={`quiet ${styles.noteLine}`}>
        {text('TooFewDigits', { count: inAscii(typed).replace(/\D/g, '').length, least: fewestDigits })}
      </p>
    )
  if (found.error)
    return (
      <div className={styles.noteBlock}>
        <Callout kind="error" title={text('NoAnswer')}>
          {found.error.message} {text('NoAnswerNext')}
        </Callout>
      </div>
    )
  if (!found.isSettled)
    return found.hits.length === 0 ? <p className={`quiet ${styles.noteLine}`}>{text('Searching')}</p> : null
  const repairs = found.hits.filter(({ matched }) => matched?.how === 'repaired')
  const iccid = normaliseIccid(shown)
  const isWrong = isIccid(iccid) && !luhnFits(iccid) && !found.hits.some(({ id }) => id === iccid)
  if (isWrong && found.kinds.includes('sim'))
    return (
      <div className={styles.noteBlock}>
        <Callout kind="warning" title={text(repairs.length > 0 ? 'CheckDigitWrong' : 'CheckDigitNoRepair')} />
      </div>
    )
  if (found.hits.length > 0) return null
  const kinds = found.kinds.map((kind) => inSentence(kindName(kind)))
  const last = kinds.at(-1) ?? ''
  const named = kinds.length > 1 ? text('And', { first: kinds.slice(0, -1).join(', '), last }) : last
  return (
    <div className={`quiet ${styles.noteLine}`}>
      <p>{text('Nothing', { kinds: named, typed: shown })}</p>
      <p>{text('LookedAt')}</p>
    </div>
  )
}
