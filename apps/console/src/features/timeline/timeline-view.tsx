import type { Timeline, TimelineEntry, TimelineKind } from '@support-console/contract'
import type { SaidOf } from '@support-console/contract/timeline.said'
import { useRef } from 'react'
import { ExportMenu, type Format, fileOfSheet, type useDownload } from '../../kit/download/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { localTime } from '../../ui/local-time.ts'
import { dayBefore, sayDate } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { byDay, type Filter, isOfGroup, noFilter, sheetOf } from './entries.ts'
import { Entry } from './entry.tsx'
import { FilterBar } from './filter-bar.tsx'
import { sayWithheld } from './say-withheld.ts'
import { text } from './texts.ts'
import { Tickets } from './tickets.tsx'
import styles from './timeline.module.css'

interface TimelineViewProps {
  /** Whose it is; the first of its ids is the one that people know. */
  readonly of: SaidOf
  readonly entries: readonly TimelineEntry[]
  readonly looks: readonly Timeline['looks'][number][]
  readonly people: readonly string[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  /** What is shown is still of the filter before. */
  readonly isFiltering: boolean
  readonly withheld: readonly TimelineKind[]
  /** Those of all entries; undefined: not told here. */
  readonly tickets?: Timeline['tickets']
  readonly isLoading: boolean
  /** Why nothing can be shown. */
  readonly error: Error | null
  /** Why what is shown did not grow. */
  readonly olderError: Error | null
  readonly hasOlder: boolean
  readonly isReadingOlder: boolean
  readonly readOlder: () => void
  readonly tryAgain: () => void
  readonly newCount: number
  /** @returns which of them is the newest */
  readonly showNew: () => string | undefined
  /** The thing's page as it was at an instant; left out: it has no past. */
  readonly pathAt?: (at: string) => string
  readonly download: Pick<ReturnType<typeof useDownload>, 'call' | 'isRunning' | 'run'>
}

/** The timeline as it is seen, whatever it is made of. */
export function TimelineView(props: TimelineViewProps) {
  const { of, entries, looks, filter, withheld, isLoading, error, newCount, hasOlder, download } = props
  const isFiltered = filter.group !== 'All' || filter.person !== '' || filter.search.trim() !== ''
  const shown = entries.filter((entry) => isOfGroup(entry, filter.group))
  const list = useRef<HTMLDivElement>(null)
  const days = byDay(shown, filter.group === 'All' || filter.group === 'Changes' ? looks : [])

  const showNew = () => {
    const first = props.showNew()
    // Once it stands there.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-entry="${first}"]`)?.focus())
  }
  const save = (format: Format) => {
    const sheet = sheetOf(of, shown)
    const action = text('ActionDownload', { id: of.ids[0] ?? '', file: `${sheet.name}.${format}` })
    void download.run(action, () => fileOfSheet(sheet, format))
  }
  return (
    <Section title={text('Title')}>
      <CallBanner call={download.call} />
      {withheld.length > 0 && <p className="quiet above-6 below-8">{sayWithheld(withheld)}</p>}
      {error ? (
        <>
          <CallBanner call={{ status: 'rejected', error }} />
          <Button onPress={props.tryAgain}>{text('TryAgain')}</Button>
        </>
      ) : (
        <FilterBar
          kind={of.kind}
          entries={entries}
          people={props.people}
          filter={filter}
          onChange={props.onFilter}
          shown={shown.length}
          isLoading={isLoading}
          actions={entries.length > 0 && <ExportMenu onDownload={save} isBusy={download.isRunning} />}
        />
      )}
      {isLoading && <LoadingMark>{text('Loading')}</LoadingMark>}
      {props.tickets && <Tickets of={props.tickets} />}
      <div role="status" className={`flex middle ${styles.new}`}>
        {newCount > 0 && (
          <Button size="tool" onPress={showNew}>
            {text(newCount === 1 ? 'NewOne' : 'New', { count: newCount })}
          </Button>
        )}
      </div>
      <div ref={list} className={styles.days} aria-busy={props.isFiltering}>
        {days.map((day, place) => (
          <div key={day.day}>
            <DayHead of={day} isWhole={!hasOlder || place < days.length - 1} />
            <ol className={styles.entries}>
              {day.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} of={of} pathAt={props.pathAt} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      {shown.length > 0 && <p className={`quiet ${styles.paper}`}>{text('Paper')}</p>}
      {!isLoading && !error && shown.length === 0 && (
        <Empty isFiltered={isFiltered} hasOlder={hasOlder} onShowAll={() => props.onFilter(noFilter)} />
      )}
      <CallBanner
        call={props.olderError ? { status: 'rejected', error: props.olderError } : { status: 'initial' }}
      />
      <div className="row gap-12 faint above-12 below-12">
        {hasOlder && (
          <>
            <Button isBusy={props.isReadingOlder} busyText={text('ReadingOlder')} onPress={props.readOlder}>
              {text('Older')}
            </Button>
            {sayBackTo(entries)}
          </>
        )}
        {!hasOlder && !isFiltered && entries.length > 0 && text('End')}
      </div>
    </Section>
  )
}

const sayBackTo = (entries: readonly TimelineEntry[]): string => {
  const last = entries.at(-1)
  return last ? text('BackTo', { day: sayDate(last.at) }) : ''
}

interface DayHeadProps {
  readonly of: ReturnType<typeof byDay>[number]
  /** All of the day was read. */
  readonly isWhole: boolean
}

/** In one line: the day, its zone where that differs, and how many looks found no change. */
function DayHead({ of: { at, offset, looks }, isWhole }: DayHeadProps) {
  const ago = daysAgo(at)
  const count = looks
  return (
    <h3 className={`line gap-12 section-title sheet line-below ${styles.day}`}>
      {sayDay(at)}{' '}
      <span className="small faint">
        {[offset, ago > 1 && ago < 15 ? text('DaysAgo', { count: ago }) : ''].filter(Boolean).join(' · ')}
      </span>
      {looks > 0 && (
        <span className="small faint to-end">
          {isWhole
            ? looks === 1
              ? text('LooksOne')
              : text('Looks', { count })
            : text('LooksAtLeast', { count })}
        </span>
      )}
    </h3>
  )
}

interface EmptyProps {
  readonly isFiltered: boolean
  readonly hasOlder: boolean
  readonly onShowAll: () => void
}

function Empty({ isFiltered, hasOlder, onShowAll }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <p className="below-8">
        <strong>{text(isFiltered ? 'NoMatch' : 'NoEntry')}</strong>
      </p>
      <p className="below-8">
        {text(isFiltered ? (hasOlder ? 'NoMatchYet' : 'NoMatchHint') : 'NoEntryHint')}
      </p>
      {isFiltered && <Button onPress={onShowAll}>{text('ShowAll')}</Button>}
    </div>
  )
}

function sayDay(at: string, now = serverNow()): string {
  const { day } = localTime(at)
  const said = { day: sayDate(at, now) }
  if (day === localTime(now).day) return text('Today', said)
  return day === dayBefore(now) ? text('Yesterday', said) : said.day
}

const daysAgo = (at: string, now = serverNow()): number =>
  Math.round((Date.parse(localTime(now).day) - Date.parse(localTime(at).day)) / 86_400_000)
