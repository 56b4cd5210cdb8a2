import type { TimelineEntry, TimelineKind } from '@support-console/contract'
import { useRef } from 'react'
import { DownloadButtons, type Format, fileOfSheet, type useDownload } from '../../kit/download/index.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { localTime } from '../../ui/local-time.ts'
import { Section } from '../../ui/section.tsx'
import { byDay, type Filter, isOfGroup, noFilter, sheetOf } from './entries.ts'
import { Entry } from './entry.tsx'
import { FilterBar } from './filter-bar.tsx'
import { sayWithheld } from './say-withheld.ts'
import { text } from './texts.ts'
import styles from './timeline.module.css'

interface TimelineViewProps {
  readonly id: string
  readonly entries: readonly TimelineEntry[]
  readonly people: readonly string[]
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  /** What is shown is still of the filter before. */
  readonly isFiltering: boolean
  readonly withheld: readonly TimelineKind[]
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
  readonly download: Pick<ReturnType<typeof useDownload>, 'call' | 'isRunning' | 'run'>
}

/** The timeline as it is seen, whatever it is made of. */
export function TimelineView(props: TimelineViewProps) {
  const { id, entries, filter, withheld, isLoading, error, newCount, download } = props
  const isFiltered = filter.group !== 'All' || filter.person !== '' || filter.search.trim() !== ''
  const shown = entries.filter((entry) => isOfGroup(entry, filter.group))
  const list = useRef<HTMLDivElement>(null)

  const showNew = () => {
    const first = props.showNew()
    // Once it stands there.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-entry="${first}"]`)?.focus())
  }
  const save = (format: Format) => {
    const sheet = sheetOf(id, shown)
    const action = text('ActionDownload', { id, file: `${sheet.name}.${format}` })
    void download.run(action, () => fileOfSheet(sheet, format))
  }
  return (
    <Section
      title={text('Title')}
      actions={
        entries.length > 0 && <DownloadButtons format="csv" onDownload={save} isBusy={download.isRunning} />
      }
    >
      <CallBanner call={download.call} />
      {withheld.length > 0 && <p className={styles.note}>{sayWithheld(withheld)}</p>}
      {isLoading && <LoadingMark>{text('Loading')}</LoadingMark>}
      {error && (
        <>
          <CallBanner call={{ status: 'rejected', error }} />
          <Button onPress={props.tryAgain}>{text('TryAgain')}</Button>
        </>
      )}
      {(entries.length > 0 || isFiltered) && (
        <FilterBar
          entries={entries}
          people={props.people}
          filter={filter}
          onChange={props.onFilter}
          shown={shown.length}
        />
      )}
      <div role="status" className={styles.new}>
        {newCount > 0 && (
          <Button size="tool" onPress={showNew}>
            {text(newCount === 1 ? 'NewOne' : 'New', { count: newCount.toLocaleString(culture) })}
          </Button>
        )}
      </div>
      <div ref={list} aria-busy={props.isFiltering}>
        {byDay(shown).map(({ day, offset, entries: ofDay }) => (
          <div key={day}>
            <h3 className={styles.day}>
              {sayDay(day)} <span className={styles.zone}>{offset}</span>
            </h3>
            <ol className={styles.entries}>
              {ofDay.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
          </div>
        ))}
      </div>
      {!isLoading && !error && shown.length === 0 && (
        <Empty isFiltered={isFiltered} hasOlder={props.hasOlder} onShowAll={() => props.onFilter(noFilter)} />
      )}
      <CallBanner
        call={props.olderError ? { status: 'rejected', error: props.olderError } : { status: 'initial' }}
      />
      {(entries.length > 0 || props.hasOlder) && (
        <div className={styles.foot}>
          {props.hasOlder ? (
            <Button isBusy={props.isReadingOlder} busyText={text('ReadingOlder')} onPress={props.readOlder}>
              {text('Older')}
            </Button>
          ) : (
            text('End')
          )}
        </div>
      )}
    </Section>
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
      <p>
        <strong>{text(isFiltered ? 'NoMatch' : 'NoEntry')}</strong>
      </p>
      <p>{text(isFiltered ? (hasOlder ? 'NoMatchYet' : 'NoMatchHint') : 'NoEntryHint')}</p>
      {isFiltered && <Button onPress={onShowAll}>{text('ShowAll')}</Button>}
    </div>
  )
}

function sayDay(day: string, now = Date.now()): string {
  if (day === localTime(now).day) return text('Today', { day })
  return day === localTime(now - 86_400_000).day ? text('Yesterday', { day }) : day
}
