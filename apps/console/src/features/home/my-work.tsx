import type { Undertaking } from '@support-console/contract'
import { listedKinds, undertakingKinds } from '@support-console/contract/undertakings.words'
import { lazy, Suspense } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { marks, wordsOf } from '../../kit/undertaking/index.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

const ProgressBar = lazy(async () => ({ default: (await import('../../ui/progress-bar.tsx')).ProgressBar }))

/** How often what goes on is read without news, in milliseconds. */
const whileRunningMs = 5000

/** What the reader has begun: what runs, and what ended within a day; as news tell (D37). */
export function MyWork() {
  const { may, isKnown } = useAccess()
  const mayHaveWork = listedKinds(may).length > 0
  const { data, error, isLoading, refetch } = useRead('GET /undertakings/v1/mine', {
    enabled: mayHaveWork,
    news: 'undertaking',
    refetchInterval: ({ state }) => state.data?.some(({ endedAt }) => endedAt === null) && whileRunningMs,
  })
  if (isKnown && !mayHaveWork) return null
  const isComing = !isKnown || isLoading
  return (
    <section data-coming={isComing || undefined}>
      <h2 className={styles.title}>{text('MyWork')}</h2>
      {error && !data && (
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
      {data?.length === 0 && (
        <p className={`small faint ${styles.note}`}>
          <strong>{text('NoWork')}</strong> {text('NoWorkHint')}
        </p>
      )}
      <ul className={styles.works}>
        {data?.map((work) => (
          <Line key={work.id} work={work} />
        ))}
      </ul>
    </section>
  )
}

function Line({ work }: { readonly work: Undertaking }) {
  const { kind, state, endedAt, counts } = work
  const { title, beside, parts } = wordsOf(work)
  return (
    <li>
      <div className={`row wrap gap-4-8 ${styles.workHead}`}>
        <StateMark kind={endedAt === null ? 'running' : marks[state]} />
        <strong>{title}</strong>
        <span>{beside}</span>
        <Link to={undertakingKinds[kind].page(work)} aria-label={text('OpenNamed', { name: title })}>
          {text('Open')}
        </Link>
      </div>
      {parts && endedAt === null && (
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
