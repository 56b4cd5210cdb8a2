import type { Watched } from '@support-console/contract'
import { mostWatched, watchHours, watchOutcomes } from '@support-console/contract/watches.words'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChange } from '../../api/use-change.ts'
import { sayHowMany } from '../../kit/thing-words.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeOutcome } from '../../ui/call-banner/change-outcome.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Said } from '../../ui/thing.tsx'
import { forHours } from './for-hours.ts'
import { text } from './texts.ts'
import styles from './watches.module.css'

interface ToWatch {
  readonly cloudIds: readonly string[]
  /** Each stands for its panel. */
  readonly simIds?: readonly string[]
  /** There are no more than these. */
  readonly isAll?: boolean
}

/** What is to be watched; or how it is learnt, and by which name it is kept meanwhile. */
export type Watchable =
  | ToWatch
  | { readonly name: string; readonly read: (signal: AbortSignal) => Promise<ToWatch> }

interface WatchManyProps {
  readonly of: Watchable
  readonly onClose: () => void
}

/** Asks for how long several panels are to be watched, and tells what became of each. */
export function WatchMany({ of, onClose }: WatchManyProps) {
  const isToRead = 'read' in of
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['to-watch', isToRead ? of.name : ''],
    queryFn: ({ signal }) => (isToRead ? of.read(signal) : null),
    enabled: isToRead,
    retry: false,
  })
  const things = isToRead ? data : of
  if (things) return <Ask things={things} onClose={onClose} />
  return (
    <div className={`anywhere ${styles.many}`}>
      {error && !isFetching ? (
        <p className="row wrap gap-8-12" role="status">
          {text('NotRead', { why: error.message })}
          <Button size="tool" onPress={() => void refetch()}>
            {text('TryAgain')}
          </Button>
        </p>
      ) : (
        <LoadingMark>{text('Reading')}</LoadingMark>
      )}
    </div>
  )
}

function Ask({ things, onClose }: { readonly things: ToWatch; readonly onClose: () => void }) {
  const { cloudIds, simIds = [], isAll = true } = things
  const begin = useChange('POST /watches/v1/panels', text('ScreenTitle'))
  const results = begin.status === 'fulfilled' ? begin.answer?.data.results : undefined
  const count = cloudIds.length + simIds.length
  const what = [
    ...(cloudIds.length > 0 ? [sayHowMany('panel', cloudIds.length)] : []),
    ...(simIds.length > 0 ? [sayHowMany('sim', simIds.length)] : []),
  ].join(', ')
  if (results) return <Results results={results} onClose={onClose} />
  if (count === 0)
    return (
      <p className={`anywhere ${styles.many}`} role="status">
        {text('NoneToWatch')}
      </p>
    )
  return (
    <div className={`anywhere ${styles.many}`}>
      <ChangeOutcome of={begin} />
      <fieldset className="flex wrap gap-8">
        <legend>
          {text('WatchMany', { what })}
          {simIds.length > 0 && ` ${text('SimsStand')}`}
          {!isAll && ` ${text('OnlyFirst', { most: mostWatched })}`}
        </legend>
        {watchHours.map((hours) => (
          <Button
            key={hours}
            isDisabled={begin.isPending}
            disabledReason={count > mostWatched ? text('TooMany', { most: mostWatched }) : undefined}
            onPress={() => {
              const body = { cloudIds: [...cloudIds], simIds: [...simIds], hours }
              void begin.start({ body }, text('ActionWatchMany', { what }))
            }}
          >
            {text(forHours[hours])}
          </Button>
        ))}
        <Button look="quiet" onPress={onClose}>
          {text('NotNow')}
        </Button>
      </fieldset>
    </div>
  )
}

const counted = {
  begun: 'CountBegun',
  mine: 'CountMine',
  reporting: 'CountReporting',
  unknown: 'CountUnknown',
  'no-panel': 'CountNoPanel',
} as const
const named = {
  mine: 'NamedMine',
  reporting: 'NamedReporting',
  unknown: 'NamedUnknown',
  'no-panel': 'NamedNoPanel',
} as const

/** '12 watched, 3 already reporting', and which are not watched. */
function Results({
  results,
  onClose,
}: {
  readonly results: readonly Watched[]
  readonly onClose: () => void
}) {
  const said = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => said.current?.focus(), [])
  const of = (outcome: Watched['outcome']) => [
    // A panel that was named by its SIM as well counts once.
    ...new Set(results.flatMap((each) => (each.outcome === outcome ? [each.cloudId ?? each.id] : []))),
  ]
  const parts = watchOutcomes.flatMap((outcome) => {
    const count = of(outcome).length
    return count > 0 || outcome === 'begun' ? [text(counted[outcome], { count })] : []
  })
  return (
    <div ref={said} tabIndex={-1} role="status" className={`anywhere ${styles.many}`}>
      <p>
        <strong>{text('Results', { parts: parts.join(', ') })}</strong>{' '}
        {of('begun').length > 0 && text('ToldWhenBack')}
      </p>
      {(Object.keys(named) as (keyof typeof named)[]).map((outcome) => {
        const ids = of(outcome)
        return (
          ids.length > 0 && (
            <p key={outcome} className="quiet below-8">
              <Said>{text(named[outcome], { ids: ids.join(', ') })}</Said>
            </p>
          )
        )
      })}
      <Button size="tool" look="quiet" onPress={onClose}>
        {text('Close')}
      </Button>
    </div>
  )
}
