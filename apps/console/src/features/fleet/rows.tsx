import type { FleetFinding, FleetGroup, FleetRow } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { asOf, hasPast } from '@support-console/contract/moments.words'
import { Link } from '../../kit/link.tsx'
import { AsItWasThen } from '../../kit/moment/as-it-was-then.tsx'
import { justAfter } from '../../kit/moment/minute.ts'
import { ThingState } from '../../kit/thing-state/index.ts'
import { Button } from '../../ui/button.tsx'
import type { RowPlan } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { EndExpected } from './expected.tsx'
import styles from './fleet.module.css'
import { text } from './texts.ts'
import { isGroup } from './use-chosen.ts'

interface Ways {
  readonly open: (cause: string) => void
  /** One kind of finding alone is shown: it need not be said in each row. */
  readonly isOfOne: boolean
  readonly mayOpenCompany: boolean
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

/** What the table says of a row. */
export const planOf = ({ open, isOfOne, mayOpenCompany, mayEnd, onEnded }: Ways): RowPlan<FleetRow> => ({
  key: ({ id }) => id,
  columns: {
    thing: {
      columnContent: (row) =>
        isGroup(row) ? (
          <OfCause group={row} isOfOne={isOfOne} onOpen={open} />
        ) : (
          <>
            <Identifier value={row.of.id} of={row.of.kind} />
            {!isOfOne && <span className={styles.kindOf}>{text(row.code)}</span>}
            {row.expected && <EndExpected of={row.expected} mayEnd={mayEnd} onEnded={onEnded} />}
          </>
        ),
    },
    company: {
      columnContent: (row) => {
        const { company } = row
        if (!company) return isGroup(row) && text('OfCompanies', { count: row.companies })
        const to = pageOf('company', String(company.companyId))
        return mayOpenCompany ? <Link to={to}>{company.name}</Link> : company.name
      },
    },
    now: { columnContent: (row) => !isGroup(row) && said(row) },
    before: { columnContent: (row) => !isGroup(row) && row.before },
    since: {
      columnContent: ({ since, of }) => (
        <AsItWasThen at={since} to={asOf(pastOf(of, mayOpenCompany), justAfter(since))}>
          {sayShortly(since)}
        </AsItWasThen>
      ),
    },
  },
})

/** Where it is shown as it was: on its own page, else in the fleet. */
function pastOf({ kind, id }: FleetRow['of'], mayOpenCompany: boolean): string {
  const page = pageOf(kind, id)
  return hasPast(page) && (kind !== 'company' || mayOpenCompany) ? page : addresses.fleet()
}

/** One row of a cause: how many, and what they have in common. */
function OfCause({
  group: { code, things, of, opens },
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
        {of.kind === 'company' ? (
          text('OfCompany', { count: things })
        ) : (
          <>
            {text('ThingsOn', { count: things })} <Identifier value={of.id} of="container" />
          </>
        )}
      </strong>
      <span className="row gap-8">
        {!isOfOne && <span className={styles.kindOf}>{text(code)}</span>}
        <Button size="tool" look="quiet" onPress={() => onOpen(opens)}>
          {text('OpenCause')}
        </Button>
      </span>
    </>
  )
}

/** How it is, by whose word, and the one state of the thing (D40). */
const said = ({ state, now, source, at }: FleetFinding) => (
  <>
    {state && <ThingState of={state} isBrief />} {now}{' '}
    <span className={styles.source}>{`${source} · ${sayShortly(at)}`}</span>
  </>
)
