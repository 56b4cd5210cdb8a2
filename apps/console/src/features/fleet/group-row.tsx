import type { FleetGroup } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import { Link } from '../../kit/link.tsx'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { RefreshIcon } from '../../ui/icons/screens.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import styles from './fleet.module.css'
import { sayCause } from './say-cause.ts'
import { text } from './texts.ts'

/** Beginnings that are no further apart are one time. */
const togetherMs = 3600_000

interface RowProps {
  readonly of: FleetGroup
}

interface NextProps extends RowProps {
  /** Looks at all things of the row; undefined: the reader may not. */
  readonly onLook: ((cause: string) => void) | undefined
}

/** Whether there is a way on from a row, other than to its things. */
export const hasNext = ({ kind }: FleetGroup): boolean => kind === 'outage' || kind === 'not-looked-at'

/** The outage's own page; of what no one looked at, the look. */
export function Next({ of: { id, kind, outage }, onLook }: NextProps) {
  if (outage) return <Link to={addresses.outages(outage.outageId)}>{text('OpenOutage')}</Link>
  return (
    kind === 'not-looked-at' &&
    onLook && (
      <Button size="row" icon={<RefreshIcon />} onPress={() => onLook(id)}>
        {text('LookAgain')}
      </Button>
    )
  )
}

/** What is wrong in one sentence, and below it of whom, and how many of them do not report. */
export function What({ of }: RowProps) {
  const { id, kind, outage, things, silent, notConnected, company, companies, carriers, checkedAt } = of
  const away = silent + notConnected
  const about = [
    outage &&
      text(outage.usual === null ? 'OfMembers' : 'OfUsual', {
        members: outage.members,
        usual: outage.usual ?? 0,
      }),
    silent > 0 && silent < things && text('AreSilent', { silent }),
    silent === things && kind !== 'outage' && text('AllSilent'),
    notConnected > 0 && text('AreNotConnected', { count: notConnected }),
    kind !== 'company' &&
      (company ? company.name : companies > 1 && text('OfCompanies', { count: companies })),
    kind !== 'carrier' && carriers.length > 0 && carriers.map((code) => carrierNames[code]).join(', '),
    checkedAt && text('CheckedAt', { time: sayShortly(checkedAt) }),
  ].filter(Boolean)
  return (
    <>
      <span className="row gap-8">
        <StateMark
          kind={away > 0 || redFindings.includes(id) ? 'error' : id === neverConnected ? 'unknown' : 'warn'}
        />
        <strong>
          {sayCause(
            id,
            (companyId) => (companyId === String(company?.companyId) ? company?.name : undefined),
            outage,
          )}
        </strong>
      </span>
      <span className={`block small quiet ${styles.about}`}>{about.join(' · ')}</span>
    </>
  )
}

/** They do not work now, whatever else is known. */
const redFindings: readonly string[] = [
  'finding core-down',
  'finding in-error',
  'finding does-not-answer',
  'finding flapping',
]
const neverConnected = 'finding never-connected'

const bar = { step: 9, width: 7, height: 26 } as const

/** How many of the row's things were so in each of the last 24 hours, on a scale of its own. */
export function Hours({ of: { hours, things, kind } }: RowProps) {
  const [first = 0] = hours
  if (first === things) return <span className="faint small">{text('AsBefore')}</span>
  const most = Math.max(1, ...hours)
  const bars = hours.map((count, hour) => ({ x: hour * bar.step, count }))
  return (
    <svg
      role="img"
      aria-label={text('HoursSaid', { before: first, now: things })}
      className={`block ${styles.hours}`}
      data-outage={kind === 'outage' || undefined}
      width={bar.step * hours.length}
      height={bar.height}
    >
      {bars.map(({ x, count }) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * bar.height)
        return (
          <rect
            key={x}
            data-none={count === 0 || undefined}
            x={x}
            y={bar.height - height}
            width={bar.width}
            height={height}
          />
        )
      })}
    </svg>
  )
}

/** When the first of them began, and the last, if they did not begin together. */
export function Since({ of: { since, newest } }: RowProps) {
  const isOne = Date.parse(newest) - Date.parse(since) <= togetherMs
  return (
    <>
      {sayShortly(since)}
      {!isOne && <span className="faint block">{text('Newest', { time: sayShortly(newest) })}</span>}
    </>
  )
}
