import type { WavePreview } from '@support-console/contract'
import { Callout } from '../../../ui/callout.tsx'
import { sayAgo } from '../../../ui/durations.ts'
import { text } from './texts.ts'
import styles from './waves.module.css'

/** 'Wave 2: 8 servers (12 so far of 20)' */
export function sayWave(sizes: readonly number[], at: number): string {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  return text('WaveOf', {
    number: at + 1,
    count: sizes[at] ?? 0,
    sofar: sum(sizes.slice(0, at + 1)),
    all: sum(sizes),
  })
}

interface PreviewProps {
  readonly preview: WavePreview
  readonly release: string
}

/** What a release in waves would do, by what is known now. */
export function Preview({ preview: { waves, budget, panels, elsewhere }, release }: PreviewProps) {
  const sizes = waves.map(({ servers }) => servers.length)
  const { running, succeeded, failed } = elsewhere
  return (
    <div className="stack gap-8" role="status">
      <strong>{text('AtMost', { budget, all: panels })}</strong>
      {waves.map((wave, at) => (
        <section key={wave.servers[0]?.ipAddress ?? at} className={styles.wave}>
          <h3>{sayWave(sizes, at)}</h3>
          <p className="quiet">
            {wave.countedAt
              ? text('WavePanels', { count: wave.panels, ago: sayAgo(wave.countedAt) })
              : text('WaveNoCount')}
            {', '}
            {wave.companies === null
              ? text('WaveCompaniesUnknown')
              : text('WaveCompanies', { count: wave.companies })}
          </p>
          <ul className={styles.servers}>
            {wave.servers.map(({ server, ipAddress, release: runs, count, minutes, aside }) => (
              <li key={ipAddress}>
                <strong>{server}</strong>{' '}
                {count
                  ? text('ServerFacts', { release: runs, panels: count.panels })
                  : text('ServerUnknown', { release: runs })}
                {' · '}
                {aside === null
                  ? minutes === null
                    ? text('TakesUnknown')
                    : text('TakesMinutes', { minutes })
                  : text('WouldBeAside', { why: aside })}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.elsewhere}>
        {text('Elsewhere', { release, running, succeeded, failed: failed.length })}
      </p>
      {failed.length > 0 && (
        <Callout kind="warning" title={null}>
          <ul className={styles.servers}>
            {failed.map(({ server, at, reason }) => (
              <li key={`${server} ${at}`}>{text('FailedAt', { server, ago: sayAgo(at), why: reason })}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}
