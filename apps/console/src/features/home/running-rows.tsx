import type { Undertaking } from '@support-console/contract'
import { undertakingKinds } from '@support-console/contract/undertakings.words'
import { lazy, Suspense } from 'react'
import { Link } from '../../kit/link.tsx'
import { wordsOf } from '../../kit/undertaking/index.ts'
import { StateMark } from '../../ui/icons/marks.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

const ProgressBar = lazy(async () => ({ default: (await import('../../ui/progress-bar.tsx')).ProgressBar }))

export interface RunningRowsProps {
  readonly works: readonly Undertaking[]
}

export function RunningRows({ works }: RunningRowsProps) {
  return (
    <ul className="line-above">
      {works.map((work) => (
        <Line key={work.id} work={work} />
      ))}
    </ul>
  )
}

function Line({ work }: { readonly work: Undertaking }) {
  const { kind, counts } = work
  const { title, beside, parts } = wordsOf(work)
  return (
    <li className={`line-below ${styles.work}`}>
      <div className={`row wrap gap-4-8 ${styles.workHead}`}>
        <StateMark kind="running" />
        <strong>{title}</strong>
        <span className="anywhere quiet">{beside}</span>
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
