import { type ComponentType, lazy } from 'react'
import type { EndedRowsProps } from './ended-rows.tsx'
import type { RunningRowsProps } from './running-rows.tsx'
import { text } from './texts.ts'

/** The first visit does without them; where their program cannot be loaded that is said. */
const rows = <Props extends object>(name: 'EndedRows' | 'RunningRows') =>
  lazy(() =>
    import('./work-rows.ts').then(
      (loaded) => ({ default: loaded[name] as ComponentType<Props> }),
      () => ({ default: NotLoaded as ComponentType<Props> }),
    ),
  )
export const EndedRows = rows<EndedRowsProps>('EndedRows')
export const RunningRows = rows<RunningRowsProps>('RunningRows')

const NotLoaded = () => (
  <p className="small faint above-12" role="status">
    {text('WorkFailed')}
  </p>
)
