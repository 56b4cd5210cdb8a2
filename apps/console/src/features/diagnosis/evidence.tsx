import type { Finding } from '@support-console/contract'
import { lazy, Suspense } from 'react'
import { Link } from '../../kit/link.tsx'
import { sayAge } from '../../ui/durations.ts'
import { localTime, sayTime, zoneOffset } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { Said } from '../../ui/thing.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './findings.module.css'
import { Compared } from './outage.tsx'
import { sayExactly } from './said.ts'
import { text } from './texts.ts'

const AboutCheck = lazy(async () => ({ default: (await import('./about-check.tsx')).AboutCheck }))

/** Who said what and when, where to go on, and what the check means. */
export function Evidence({ finding, ahead }: { readonly finding: Finding; readonly ahead: number }) {
  const { evidence, next, title, code } = finding
  return (
    <div className={`stack starts gap-8 ${styles.evidence}`}>
      {finding.outage && <Compared of={finding.outage} />}
      {evidence.length > 0 && (
        <table
          className={`listing edged sheet anywhere ${styles.table}`}
          aria-label={text('Evidence', { title })}
        >
          <thead className="heard-below-700">
            <tr>
              <th scope="col">{text('Source')}</th>
              <th scope="col">{text('What')}</th>
              <th scope="col">{text('Value')}</th>
              <th scope="col">{text('At', { zone: zoneOffset(new Date(serverNow())) })}</th>
            </tr>
          </thead>
          <tbody>
            {evidence.map(({ source, what, value, at }) => (
              <tr key={`${source} ${what} ${value} ${at}`}>
                <td>{source}</td>
                <td>{what}</td>
                <td>
                  <Said>{sayExactly(value)}</Said>
                </td>
                <td>{at && <At at={at} ahead={ahead} isSaid={at === value} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next.length > 0 && (
        <p className="flex wrap gap-4-20 medium">
          {next.map(({ text: words, path }) => (
            <Link key={path + words} to={path}>
              {words}
            </Link>
          ))}
        </p>
      )}
      <Suspense>
        <AboutCheck code={code} />
      </Suspense>
    </div>
  )
}

interface AtProps {
  readonly at: string
  readonly ahead: number
  /** The value beside it is this time: then only its age is told. */
  readonly isSaid: boolean
}

/** On the reader's clock; the day is left out where there is little room and it is today. */
function At({ at, ahead, isSaid }: AtProps) {
  const own = Date.parse(at) - ahead
  const seconds = useSeconds(own)
  const { day, time } = localTime(at)
  const isToday = day === localTime(serverNow()).day
  return (
    <time dateTime={at} title={sayTime(at)} className="mono">
      {!isSaid && (
        <>
          <span className={isToday ? `faint ${styles.today}` : 'faint'}>{day}</span> {time}{' '}
        </>
      )}
      <span className="small faint">{sayAge(own, own + seconds * 1000)}</span>
    </time>
  )
}
