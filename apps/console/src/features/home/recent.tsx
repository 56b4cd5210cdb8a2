import type { SearchKind } from '@support-console/contract'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { ThingIcon } from '../../kit/thing-icon.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { sayAgo } from '../../ui/durations.ts'
import { shortIdentifier } from '../../ui/identifier-text.ts'
import styles from './home.module.css'
import { text } from './texts.ts'

/** Whose name people made. */
const isNamed = (kind: SearchKind): boolean => kind === 'company' || kind === 'person'

/** What the reader visited last, on whichever machine (D38). */
export function Recent() {
  const { data, error, isFetching, isLoading, refetch } = useRead('GET /search/v1/recent', {
    select: ({ items }) => items,
    retry: false,
  })
  return (
    <section data-coming={isLoading || undefined}>
      <h2 className={`section-title ${styles.title}`}>{text('Recent')}</h2>
      {error && !data && (
        <p className="small faint above-12" role="status">
          {text('RecentFailed')}{' '}
          <Button size="tool" isBusy={isFetching} onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {data?.length === 0 && (
        <p className="small faint above-12">
          <strong>{text('NoRecent')}</strong> {text('NoRecentHint')}
        </p>
      )}
      <ul className={styles.lines}>
        {data?.map(({ kind, id, title, subtitle, path, state, visitedAt }) => (
          <li key={`${kind} ${id}`} className="stack line-below quiet">
            <ThingIcon kind={kind} />
            <Link
              to={path}
              className={classes('cut ink unlined', styles.thing, !isNamed(kind) && 'code')}
              title={[title, subtitle].filter(Boolean).join(' · ')}
            >
              {kind === 'transaction' ? shortIdentifier(title, 'guid') : title}
            </Link>
            {state && <ThingState of={state} isBrief />}
            {kind === 'transaction' && <span className="cut small">{subtitle}</span>}
            <time className="small faint" dateTime={visitedAt}>
              {sayAgo(visitedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
