import { type ComponentType, lazy, Suspense } from 'react'
import { useAttention } from './attention/use-attention.ts'
import type { EndedRowsProps } from './ended-rows.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'
import { useMine } from './use-mine.ts'

/** Comes where something has ended: the first visit does without it. */
const EndedRows = lazy(() =>
  import('./ended-rows.tsx').then(
    ({ EndedRows }): { default: ComponentType<EndedRowsProps> } => ({ default: EndedRows }),
    () => ({ default: () => null }),
  ),
)

/** What ended within a day (issue 52, 5; D37): outages, and the reader's own work. */
export function Ended() {
  const outages = useAttention().data?.ended ?? []
  const works = useMine().data?.filter(({ endedAt }) => endedAt !== null) ?? []
  if (outages.length + works.length === 0) return null
  return (
    <section aria-label={text('Ended')}>
      <h2 className={styles.title}>{text('Ended')}</h2>
      <Suspense>
        <EndedRows outages={outages} works={works} />
      </Suspense>
    </section>
  )
}
