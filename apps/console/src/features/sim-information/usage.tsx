import type { SimUsage } from '@support-console/contract'
import { usedPercent } from '@support-console/contract/usage.words'
import { useState } from 'react'
import { Chart, type ChartMark, type Sample, ticksOf } from '../../kit/chart/index.ts'
import { SourceAge } from '../../kit/observed/index.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { Section } from '../../ui/section.tsx'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { useSeconds } from '../../ui/use-seconds.ts'
import styles from './usage.module.css'
import { isPresent, monthAt, sayBytes, sayDay, sayMonth, usageText as text } from './usage-words.ts'
import { useUsage } from './use-usage.ts'

interface UsageOfSimProps {
  readonly simId: string
  /** How often the page was looked at again. */
  readonly round: number
  /** Whether the reader may be told thresholds. */
  readonly mayCompare: boolean
}

/** What a SIM used this month, as its carrier tells it, else as it was billed; against its company's thresholds (D51). */
export function UsageOfSim({ simId, round, mayCompare }: UsageOfSimProps) {
  return <UsageCard {...useUsage(simId, round)} mayCompare={mayCompare} />
}

interface UsageCardProps extends Pick<UsageOfSimProps, 'mayCompare'> {
  readonly usage: SimUsage | undefined
  /** When the carrier told it, by this computer's clock. */
  readonly toldAt: number | undefined
  /** It was asked for this view. */
  readonly isOwn: boolean
  readonly isAsking: boolean
  readonly error: { readonly message: string } | null
  readonly askAgain: (carrier: string) => void
}

export function UsageCard({ usage, toldAt, isOwn, isAsking, error, askAgain, mayCompare }: UsageCardProps) {
  return (
    <Section
      title={text('Usage')}
      actions={
        <span className={`flex ${styles.again}`}>
          {usage?.isTold && (
            <Button
              look="quiet"
              size="row"
              isIconOnly
              icon={<RefreshIcon />}
              aria-label={text('AskAgain', { carrier: usage.carrier })}
              isBusy={isAsking}
              onPress={() => askAgain(usage.carrier)}
            />
          )}
        </span>
      }
    >
      <div data-coming={usage || error ? undefined : ''}>
        <div className={`stack gap-2 quiet ${styles.words}`}>
          <Figure usage={usage} />
          {usage && <Thresholds usage={usage} mayCompare={mayCompare} />}
          {usage && <Told usage={usage} toldAt={toldAt} isOwn={isOwn} isAsking={isAsking} />}
          {error && <p className={`wrong ${styles.failed}`}>{text('NotRead', { message: error.message })}</p>}
        </div>
        <UsageChart usage={usage} />
      </div>
    </Section>
  )
}

type Known = { readonly usage: SimUsage }

function Figure({ usage }: { readonly usage: SimUsage | undefined }) {
  const { told, billed = [] } = usage ?? {}
  const bill = billed.at(-1)
  const figure = told ?? bill
  if (!usage || !figure)
    return (
      <p className={styles.figure}>
        <strong className="figure-words ink">{text('NotKnown')}</strong>
      </p>
    )
  return (
    <>
      <p className={styles.figure}>
        <strong className="figure-words ink">{sayBytes(figure.usedBytes)}</strong>{' '}
        {told && (isPresent(told, usage.now) ? text('ThisMonth') : periodOf(told))}
        {!told && bill && text('InMonth', { month: sayMonth(bill) })}
      </p>
      <p>{planOf(usage, figure)}</p>
    </>
  )
}

const periodOf = ({ from, to }: { from: string; to: string }): string =>
  text('Period', { from: sayDay(from), to: sayDay(to) })

function planOf(
  { includedBytes: included, billed }: SimUsage,
  { plan: named, usedBytes }: { plan: string; usedBytes: number },
): string {
  const plan = named || billed.at(-1)?.plan
  if (included === null) return plan ? text('PlanOfNoSize', { plan }) : text('NoPlan')
  const [size, percent] = [sayBytes(included), usedPercent(usedBytes, included)]
  return plan ? text('OfPlan', { size, percent, plan }) : text('OfPlanUnnamed', { size, percent })
}

const levels = {
  below: { mark: 'ok', word: 'Below' },
  warning: { mark: 'warn', word: 'Warning' },
  alert: { mark: 'error', word: 'Alert' },
} as const

/** Usage against the thresholds, or why that is not known. */
function Thresholds({
  usage: { thresholds, level, told, billed },
  mayCompare,
}: Known & Pick<UsageOfSimProps, 'mayCompare'>) {
  if (!mayCompare) return <p className="small faint">{text('ThresholdsWithheld')}</p>
  if (!thresholds) return <p className="small faint">{text('NoThresholds')}</p>
  const { isMonitored, warningPercent: warning, alertPercent: alert } = thresholds
  if (!isMonitored) return <p className="small faint">{text('NotMonitored')}</p>
  if (level === null)
    return (
      <p className="small faint">
        {(told || billed.length > 0) && text('NothingToCompare', { warning, alert })}
      </p>
    )
  const { mark, word } = levels[level]
  return (
    <p>
      <Status kind={mark}>
        {word === 'Below' ? text(word) : text(word, { percent: word === 'Alert' ? alert : warning })}
      </Status>
    </p>
  )
}

/** Who says so and since when, what is being asked, and what failed. */
function Told({
  usage,
  toldAt,
  isOwn,
  isAsking,
}: Known & Pick<UsageCardProps, 'toldAt' | 'isOwn' | 'isAsking'>) {
  const { carrier, isTold, told, unanswered, now } = usage
  const about = !told && whyNotTold(usage)
  return (
    <>
      {told && isPresent(told, now) && <p className="small faint">{periodOf(told)}</p>}
      <p className="small faint">
        {toldAt !== undefined && (
          <SourceAge
            of={{ source: carrier, at: toldAt, unanswered: unanswered?.message ?? null }}
            isOwn={isOwn}
          />
        )}
        {isTold && isAsking && <Asking carrier={carrier} />}
      </p>
      {about && <p className="small faint">{about}</p>}
      {unanswered && !isAsking && <p className={`wrong ${styles.failed}`}>{unanswered.message}</p>}
    </>
  )
}

function whyNotTold({ carrier, isTold, billed }: SimUsage): string {
  const isBilled = billed.length > 0
  if (carrier === '') return text(isBilled ? 'CarrierUnknown' : 'NoCarrier')
  if (isTold) return text(isBilled ? 'CarrierToldNone' : 'NothingTold', { carrier })
  return text(isBilled ? 'CarrierTellsNone' : 'NothingKnown', { carrier })
}

function Asking({ carrier }: { readonly carrier: string }) {
  const [since] = useState(serverNow)
  const seconds = useSeconds(since)
  // What is kept and not old is told again at once.
  if (seconds < 1) return null
  return (
    <>
      {' '}
      <StateMark kind="running" size={12} /> {text('Asking', { carrier, seconds })}
    </>
  )
}

const MEGABYTE = 1_000_000
const DAY = 86_400_000

function UsageChart({ usage }: { readonly usage: SimUsage | undefined }) {
  const { told, billed = [] } = usage ?? {}
  const samples: Sample[] = told
    ? daysOf(told).map(({ day, usedBytes }) => ({ at: Date.parse(day), value: usedBytes / MEGABYTE }))
    : billed.map((month) => ({ at: monthAt(month), value: month.usedBytes / MEGABYTE }))
  const marks = usage ? marksOf(usage) : []
  const most = Math.max(0.1, ...samples.map(({ value }) => value), ...marks.map(({ value }) => value))
  const [first, last] = [samples[0], samples.at(-1)]
  const range = told
    ? { from: Date.parse(told.from), to: Date.parse(told.to) }
    : { from: first?.at ?? 0, to: last?.at ?? DAY }
  const say = (at: number) =>
    told
      ? sayDay(at)
      : sayMonth({ year: new Date(at).getUTCFullYear(), month: new Date(at).getUTCMonth() + 1 })
  const sayValue = (value: number) => sayBytes(value * MEGABYTE)
  return (
    <Chart
      label={usage && last ? labelOf(usage, samples, { say, sayValue }) : text('ChartEmpty')}
      samples={samples}
      range={range}
      ticks={ticksOf(0, most)}
      marks={marks}
      sayPoint={({ at, value }) => text('ChartPoint', { time: say(at), used: sayValue(value) })}
      times={{
        from: say(range.from),
        all: text(told ? 'MegabytesByDay' : 'MegabytesByMonth'),
        to: say(range.to),
      }}
    />
  )
}

/** A period begins with nothing used, whether or not its first day was told. */
const daysOf = ({ from, days }: NonNullable<SimUsage['told']>) =>
  days[0] && days[0].day > from ? [{ day: from, usedBytes: 0 }, ...days] : days

/** Lines for both thresholds, where the plan's size is known and the company monitors usage. */
function marksOf({ includedBytes: included, thresholds }: SimUsage): ChartMark[] {
  if (included === null || !thresholds?.isMonitored) return []
  const { warningPercent: warning, alertPercent: alert } = thresholds
  const at = (percent: number) => (included * percent) / 100 / MEGABYTE
  return [
    { value: at(warning), label: text('WarningMark', { percent: warning }), tone: 'warn' },
    { value: at(alert), label: text('AlertMark', { percent: alert }), tone: 'error' },
  ]
}

function labelOf(
  usage: SimUsage,
  samples: readonly Sample[],
  { say, sayValue }: Record<'say' | 'sayValue', (value: number) => string>,
): string {
  const { told, carrier } = usage
  const values = samples.map(({ value }) => value)
  const [first, last] = [samples[0] as Sample, samples.at(-1) as Sample]
  const said = told
    ? text('ChartByDay', {
        carrier,
        from: sayDay(told.from),
        to: sayDay(told.to),
        used: sayValue(last.value),
        day: say(last.at),
      })
    : text('ChartByMonth', {
        from: say(first.at),
        to: say(last.at),
        low: sayValue(Math.min(...values)),
        high: sayValue(Math.max(...values)),
        used: sayValue(last.value),
      })
  const [warning, alert] = marksOf(usage)
  if (!warning || !alert) return said
  return `${said} ${text('ChartMarks', { warning: sayValue(warning.value), alert: sayValue(alert.value) })}`
}
