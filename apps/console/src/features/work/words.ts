import type { WorkNotice } from '@support-console/contract'
import { hasTime, wordsOf } from '../../kit/undertaking/index.ts'
import { text } from './texts.ts'

/** What a notice says: what it is about, and what came of it. */
export function noticeWords({ work, about }: WorkNotice) {
  const { title, parts, how } = wordsOf(work)
  if (about === 'paused') return { title, outcome: text('Paused', { why: work.reason }) }
  if (parts) return { title, outcome: [parts.beside, parts.outcome].filter(Boolean).join(' · ') }
  const outcome =
    about === 'soon' && work.reason === ''
      ? text('EndsSoon', { how })
      : hasTime(work.kind)
        ? how
        : work.reason || text(work.state === 'succeeded' ? 'Ok' : 'Failed')
  return { title, outcome }
}

export const sayNotice = (notice: WorkNotice): string => text('Told', noticeWords(notice))
