import { addressOfView } from '@support-console/contract/views.words'
import { Link } from '../../kit/link.tsx'
import { useViews } from '../../kit/views/read-views.ts'
import styles from './home.module.css'
import { text } from './texts.ts'

/** The reader's views and those for all (D38); nothing where there are none. */
export function Views() {
  const { views } = useViews()
  if (views.length === 0) return null
  return (
    <section>
      <h2 className={`section-title ${styles.title}`}>{text('Views')}</h2>
      <ul>
        {views.map((view) => (
          <li key={view.viewId}>
            <Link to={addressOfView(view)} title={view.by || undefined}>
              <bdi>{view.name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
