import { Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './home.module.css'
import { RunningRows } from './rows.tsx'
import { text } from './texts.ts'
import { useMine } from './use-mine.ts'

/** What the reader has begun and what they watch, while it runs; without any the section is not there. */
export function MyWork() {
  const { data, error, isComing, refetch } = useMine()
  const running = data?.filter(({ endedAt }) => endedAt === null) ?? []
  const hasFailed = error && !data
  if (!isComing && !hasFailed && running.length === 0) return null
  return (
    <section data-coming={isComing || undefined}>
      <h2 className={`section-title ${styles.title}`}>
        {text('MyWork')} <span className="small quiet">{text('AndWatched')}</span>
      </h2>
      {hasFailed && (
        <p className="small faint above-12" role="status">
          {text('WorkFailed')}{' '}
          <Button size="tool" onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {isComing && !data && (
        <p className="small faint above-12" role="status">
          {text('Reading')}
        </p>
      )}
      {running.length > 0 && (
        <Suspense>
          <RunningRows works={running} />
        </Suspense>
      )}
    </section>
  )
}
