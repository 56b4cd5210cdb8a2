import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { ExportMenu, type Format, fileOfSheet, sayFormat, useDownload } from '../../kit/download/index.ts'
import { Link } from '../../kit/link.tsx'
import { culture } from '../../texts/languages.ts'
import { text as frame } from '../../texts/text.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { sayDuration } from '../../ui/durations.ts'
import links from '../../ui/link-button.module.css'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { sayDate, sayShortly } from '../../ui/say-when.ts'
import { Section } from '../../ui/section.tsx'
import styles from './fleet.module.css'
import { carriersOf, grownOf, type Report, reportSheet } from './report-sheet.ts'
import { text } from './texts.ts'

type Found = Report['findings'][number]
type Carrier = ReturnType<typeof carriersOf>[number]

/** What a look at all came to (fleet 6), by its address; without an id the newest. */
export function FleetReport() {
  const { sweepId } = useParams()
  const newest = useRead('GET /fleet/v1/overview', {
    select: ({ sweep }) => sweep?.sweepId ?? null,
    enabled: sweepId === undefined,
  })
  const id = sweepId ?? newest.data
  const { data, error } = useRead('GET /fleet/v1/sweeps/{sweepId}', {
    params: { sweepId: id ?? '' },
    enabled: typeof id === 'string',
    refetchInterval: ({ state }) => state.data?.sweep.state === 'running' && 10_000,
    retry: false,
  })
  const failed = error ?? newest.error
  if (data) return <Shown report={data} />
  if (!failed && id !== null) return <LoadingMark />
  return (
    <div className={`stack ${styles.report}`}>
      {failed ? (
        <Callout kind="error" title={failed.heading}>
          {failed.message}
        </Callout>
      ) : (
        <p>{text('NoReport')}</p>
      )}
      <Link to={addresses.fleet()}>{text('BackToFleet')}</Link>
    </div>
  )
}

function Shown({ report }: { readonly report: Report }) {
  const { sweep, previous, next } = report
  const { beganAt, endedAt, by } = sweep
  const isOver = endedAt !== null
  const download = useDownload(frame('TitleFleet'))
  const found = useMemo(() => lazyRows(report.findings, isOver ? findingPlan : runningPlan), [report, isOver])
  const carriers = useMemo(() => lazyRows(carriersOf(report), carrierPlan), [report])
  const save = (format: Format) =>
    void download.run(text('ActionReport', { format: sayFormat(format) }), () =>
      fileOfSheet(reportSheet(report), format),
    )
  return (
    <div className={`stack ${styles.report}`}>
      <Section
        title={text('ReportOf', { day: sayDate(beganAt) })}
        actions={
          <>
            {previous && (
              <Link className={links.plain} to={addresses.fleetReport(previous)}>
                {text('ReportBefore')}
              </Link>
            )}
            {next && (
              <Link className={links.plain} to={addresses.fleetReport(next)}>
                {text('ReportAfter')}
              </Link>
            )}
            <ExportMenu isBusy={download.isRunning} onDownload={save} />
          </>
        }
      >
        <p>
          {by ? text('ReportBy', { who: by }) : text('ReportByNight')}{' '}
          {isOver
            ? text('ReportTook', {
                from: sayShortly(beganAt),
                to: sayShortly(endedAt),
                took: sayDuration(beganAt, endedAt),
              })
            : text('ReportRuns', { from: sayShortly(beganAt) })}{' '}
          {sweep.state === 'stopped' && text('ReportStopped')}
          {sweep.state === 'paused' && text('ReportPaused')}
        </p>
        <CallBanner call={download.call} />
        <Link to={addresses.fleet()}>{text('BackToFleet')}</Link>
      </Section>
      <Section title={text('ReportFound')}>
        <DataTable caption={text('ReportFoundTable')} headers={findingHeaders} rows={found} />
      </Section>
      <Section title={text('ReportCarriers')}>
        <DataTable caption={text('ReportCarriersTable')} headers={carrierHeaders} rows={carriers} />
      </Section>
    </div>
  )
}

const say = (count: number): string => count.toLocaleString(culture)
const signed = new Intl.NumberFormat(culture, { signDisplay: 'exceptZero' })
const amount = (key: string, value: string): TableHeader => ({ key, value, align: 'end', width: 90 })
const findingHeaders: TableHeader[] = [
  { key: 'finding', value: text('Finding'), isIdentifier: true, width: 200 },
  amount('count', text('ReportNow')),
  amount('grown', text('ReportGrown')),
  amount('fresh', text('ReportFresh')),
  amount('gone', text('ReportGone')),
]

const planOf = (isOver: boolean): RowPlan<Found> => {
  // What is not over yet has not come to anything.
  const number = (of: (found: Found) => number | null, format = say) => ({
    columnContent: (found: Found) => {
      const value = isOver ? of(found) : null
      return value === null ? null : format(value)
    },
    sortingValue: of,
  })
  return {
    key: ({ finding }) => finding,
    columns: {
      finding: {
        columnContent: ({ finding }) => (
          <Link to={addresses.fleet(`finding=${finding}`)}>{text(finding)}</Link>
        ),
        sortingValue: ({ finding }) => text(finding),
      },
      count: number(({ count }) => count),
      grown: number(grownOf, (value) => signed.format(value)),
      fresh: number(({ fresh }) => fresh),
      gone: number(({ gone }) => gone),
    },
  }
}
const [findingPlan, runningPlan] = [planOf(true), planOf(false)]

const carrierHeaders: TableHeader[] = [
  { key: 'carrier', value: text('Carrier'), isIdentifier: true, width: 90 },
  amount('within', text('ReportWithin')),
  amount('older', text('ReportOlder')),
  amount('never', text('ReportNever')),
  amount('listed', text('ReportListed')),
  amount('read', text('ReportRead')),
  amount('took', text('ReportTime')),
  { key: 'how', value: text('ReportHow'), wrap: true },
]

const covered = (of: (coverage: Report['coverage'][number]) => number) => ({
  columnContent: ({ coverage }: Carrier) => coverage && say(of(coverage)),
  sortingValue: ({ coverage }: Carrier) => coverage && of(coverage),
})
const carrierPlan: RowPlan<Carrier> = {
  key: ({ carrier }) => carrier,
  columns: {
    carrier: { columnContent: ({ carrier }) => carrierNames[carrier] },
    within: covered(({ within }) => within),
    older: covered(({ older }) => older),
    never: covered(({ never }) => never),
    listed: { columnContent: ({ listed }) => say(listed), sortingValue: ({ listed }) => listed },
    read: { columnContent: ({ read }) => say(read), sortingValue: ({ read }) => read },
    took: {
      columnContent: ({ beganAt, endedAt }) => beganAt && endedAt && sayDuration(beganAt, endedAt),
      sortingValue: ({ beganAt, endedAt }) =>
        beganAt && endedAt ? Date.parse(endedAt) - Date.parse(beganAt) : null,
    },
    how: { columnContent: howOf },
  },
}

/** Whether the carrier was done with, and what held it up. */
function howOf({ state, reason, slowed }: Carrier): string {
  const how = state === 'finished' ? text('ReportDone') : reason || text('ReportLeft')
  return slowed > 0 ? `${how} ${text('ReportSlowed', { count: slowed })}` : how
}
