import type { SearchKind } from '@support-console/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/index.ts'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { sayAgo } from '../../ui/durations.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { auditTrailScreen } from '../audit-trail/screen.tsx'
import { companiesScreen } from '../companies/screen.tsx'
import { csrScreen } from '../csr/screen.tsx'
import { panelsScreen } from '../panels/screen.tsx'
import { simInformationScreen } from '../sim-information/screen.tsx'
import { usersScreen } from '../users/screen.tsx'
import { webconnectScreen } from '../webconnect/screen.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

const icons: Readonly<Record<SearchKind, ReactNode>> = {
  sim: simInformationScreen.icon,
  panel: panelsScreen.icon,
  company: companiesScreen.icon,
  csr: csrScreen.icon,
  container: webconnectScreen.icon,
  person: usersScreen.icon,
  transaction: auditTrailScreen.icon,
}
/** Whose name people made. */
const isNamed = (kind: SearchKind): boolean => kind === 'company' || kind === 'person'

/** What the reader visited last, on whichever machine (D38). */
export function Recent() {
  const { data, error, isFetching, isLoading, refetch } = useQuery({
    queryKey: ['search-recent'],
    queryFn: async ({ signal }) => (await api('GET /search/v1/recent', { signal })).data.items,
    staleTime: 0,
    retry: false,
  })
  return (
    <section className={styles.recent} data-coming={isLoading || undefined}>
      <h2 className={styles.title}>{text('Recent')}</h2>
      {error && !data && (
        <p className={styles.note} role="status">
          {text('RecentFailed')}{' '}
          <Button size="tool" isBusy={isFetching} onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      )}
      {data?.length === 0 && (
        <p className={styles.note}>
          <strong>{text('NoRecent')}</strong> {text('NoRecentHint')}
        </p>
      )}
      <ul className={styles.lines}>
        {data?.map(({ kind, id, title, subtitle, path, visitedAt }) => (
          <li key={`${kind} ${id}`}>
            <Icon>{icons[kind]}</Icon>
            <Link to={path} className={isNamed(kind) ? styles.thing : styles.code} title={subtitle}>
              {title}
            </Link>
            <time dateTime={visitedAt}>{sayAgo(visitedAt)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
