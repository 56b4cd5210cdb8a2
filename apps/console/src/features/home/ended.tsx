import { Suspense } from 'react'
import { useAttention } from './attention/use-attention.ts'
import styles from './home.module.css'
import { EndedRows } from './rows.tsx'
import { text } from './texts.ts'
import { useMine } from './use-mine.ts'

/** What ended within a day (issue 52, 5; D37): outages, and the reader's own work. */
export function Ended() {
  const outages = useAttention().data?.ended ?? []
  const works = useMine().data?.filter(({ endedAt }) => endedAt !== null) ?? []
  if (outages.length + works.length === 0) return null
  return (
    <section aria-label={text('Ended')}>
      <h2 className={`section-title ${styles.title}`}>{text('Ended')}</h2>
      <Suspense>
        <EndedRows outages={outages} works={works} />
      </Suspense>
    </section>
  )
}
