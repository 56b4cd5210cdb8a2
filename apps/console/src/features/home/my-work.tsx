import type { Undertaking } from '@support-console/contract'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { lazy, Suspense } from 'react'
import { Link } from '../../kit/link.tsx'
import { wordsOf } from '../../kit/undertaking/index.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'
import { useMine } from './use-mine.ts'

const ProgressBar = lazy(async () => ({ default: (await import('../../ui/progress-bar.tsx')).ProgressBar }))

/** What the reader has begun and what they watch, while it runs; without any the section is not there. */
export function MyWork() {
  const { data, error, isComing, refetch } = useMine()
  const running = data?.filter(({ endedAt }) => endedAt === null) ?? []
  const hasFailed = error && !data
  if (!isComing && !hasFailed && running.length === 0) return null
  return (
    <section data-coming={isComing || undefined}>
      <h2 className={styles.title}>
        {text('MyWork')} <span className="small quiet">{text('AndWatched')}</span>
      </h2>
      {hasFailed && (
        <p className={`small faint ${styles.note}`} role="status">
          {text('WorkFailed')}{' '}
          <Button size="tool" onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {isComing && !data && (
        <p className={`small faint ${styles.note}`} role="status">
          {text('Reading')}
        </p>
      )}
      <ul className={styles.works}>
        {running.map((work) => (
          <Line key={work.id} work={work} />
        ))}
      </ul>
    </section>
  )
}

function Line({ work }: { readonly work: Undertaking }) {
  const { kind, counts } = work
  const { title, beside, parts } = wordsOf(work)
  return (
    <li>
      <div className={`row wrap gap-4-8 ${styles.workHead}`}>
        <StateMark kind="running" />
        <strong>{title}</strong>
        <span>{beside}</span>
        <Link to={undertakingKinds[kind].page(work)} aria-label={text('OpenNamed', { name: title })}>
          {text('Open')}
        </Link>
      </div>
      {parts && (
        // How long it still takes, only its rows tell: they are read on its own screen.
        <Suspense>
          <ProgressBar
            label={title}
            total={counts.total}
            success={counts.done}
            error={counts.failed}
            isOver
          />
        </Suspense>
      )}
    </li>
  )
}
