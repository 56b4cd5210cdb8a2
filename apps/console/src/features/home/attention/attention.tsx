import { lazy, Suspense, useRef } from 'react'
import { localTime } from '../../../ui/local-time.ts'
import { localStore } from '../../../ui/safe-storage.ts'
import home from '../home.module.css'
import { text } from '../texts.ts'
import { Limits } from './limits.tsx'
import { useAttention } from './use-attention.ts'

/** Comes where there is something to say: the first visit does without it. */
const Needed = lazy(async () => ({
  default: await import('./needed.tsx').then(
    ({ Needed }) => Needed,
    () => NotLoaded,
  ),
}))

/** A part that does not come leaves the rest of Home as it is. */
const NotLoaded: typeof import('./needed.tsx').Needed = () => (
  <p className="above-12" role="status">
    {text('AttentionNotLoaded')}
  </p>
)

/** What needs a person (fleet 4): the server computes it, and takes away what is over. */
export function Attention() {
  const reading = useAttention()
  const { data, error, isLoading, refetch } = reading
  const asOf = data?.isCurrent && data.asOf
  const isQuiet = asOf && data.rows.length === 0
  const isNeeded = useRef(false)
  isNeeded.current ||= Boolean(data || error) && !(isQuiet && data.setAside.length === 0)
  // As many lines as last time are kept free until it comes.
  const place = 44 * (Number(localStore.get('support-console.attention')) || 1)
  return (
    <section
      className="below-8"
      data-coming={isLoading || undefined}
      style={isLoading ? { minHeight: 48 + place } : undefined}
      aria-label={text('Attention')}
    >
      <h2 className={`row between section-title ${home.title}`}>
        {text('Attention')}
        {asOf && (
          <time className="small quiet" dateTime={asOf}>
            {text('AsOf', { time: localTime(asOf).time })}
          </time>
        )}
      </h2>
      {isNeeded.current && (
        <Suspense fallback={<div data-coming style={{ minHeight: place }} />}>
          <Needed told={data} error={error} isFetching={reading.isFetching} onTryAgain={refetch} />
        </Suspense>
      )}
      {asOf && data.limits && <Limits of={data.limits} isQuiet={data.rows.length === 0} />}
    </section>
  )
}
