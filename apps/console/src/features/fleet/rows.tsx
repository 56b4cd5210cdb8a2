import type { FleetFinding, FleetGroup, FleetRow } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { Link } from '../../kit/link.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import type { RowPlan } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { EndExpected } from './expected.tsx'
import styles from './fleet.module.css'
import { text } from './texts.ts'
import { keyOfCause } from './use-chosen.ts'

interface Ways {
  readonly open: (cause: string) => void
  /** One kind of finding alone is shown: it need not be said in each row. */
  readonly isOfOne: boolean
  readonly mayOpenCompany: boolean
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

/** What the table says of a row. */
export const planOf = ({ open, isOfOne, mayOpenCompany, mayEnd, onEnded }: Ways): RowPlan<FleetRow> => {
  const of = (row: FleetRow) => row.finding
  return {
    key: ({ finding, group }) => finding?.id ?? (group ? keyOfCause(group) : ''),
    columns: {
      thing: {
        columnContent: ({ finding, group }) => (
          <>
            {finding && <Identifier value={finding.thing.id} of={finding.thing.kind} />}
            {group && <OfCause group={group} isOfOne={isOfOne} onOpen={open} />}
            {finding && !isOfOne && <span className={styles.kindOf}>{text(finding.finding)}</span>}
            {finding?.expected && <EndExpected of={finding.expected} mayEnd={mayEnd} onEnded={onEnded} />}
          </>
        ),
      },
      company: {
        columnContent: ({ finding, group }) => {
          const company = (finding ?? group)?.company
          if (!company) return group && text('OfCompanies', { count: say(group.companies) })
          const to = pageOf('company', String(company.companyId))
          return mayOpenCompany ? <Link to={to}>{company.name}</Link> : company.name
        },
      },
      now: { columnContent: (row) => said(of(row)) },
      before: { columnContent: (row) => of(row)?.before },
      since: { columnContent: ({ finding, group }) => sayShortly((finding ?? group)?.since ?? '') },
    },
  }
}

/** One row of a cause: how many, and what they have in common. */
function OfCause({
  group: { finding, things, cause, opens },
  isOfOne,
  onOpen,
}: {
  readonly group: FleetGroup
  readonly isOfOne: boolean
  readonly onOpen: (cause: string) => void
}) {
  return (
    <>
      <strong>
        {cause.kind === 'company' ? (
          text('OfCompany', { count: say(things) })
        ) : (
          <>
            {text('ThingsOn', { count: say(things) })} <Identifier value={cause.id} of="container" />
          </>
        )}
      </strong>
      <span className={styles.cause}>
        {!isOfOne && <span className={styles.kindOf}>{text(finding)}</span>}
        <Button size="tool" look="quiet" onPress={() => onOpen(opens)}>
          {text('OpenCause')}
        </Button>
      </span>
    </>
  )
}

const say = (count: number): string => count.toLocaleString(culture)

/** How it is, by whose word, and the one state of the thing (D40). */
const said = (finding: FleetFinding | null) =>
  finding && (
    <>
      {finding.state && <ThingState of={finding.state} isBrief />} {finding.now}{' '}
      <span className={styles.source}>{`${finding.source} · ${sayShortly(finding.at)}`}</span>
    </>
  )
