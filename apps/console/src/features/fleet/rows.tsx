import type { FleetFinding, FleetRow } from '@support-console/contract'
import { addresses, pageOf } from '@support-console/contract/addresses'
import { asOf, hasPast } from '@support-console/contract/moments.words'
import { Link } from '../../kit/link.tsx'
import { AsItWasThen } from '../../kit/moment/as-it-was-then.tsx'
import { justAfter } from '../../kit/moment/minute.ts'
import { ThingState } from '../../kit/thing-state/index.ts'
import type { RowPlan } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { EndExpected } from './expected.tsx'
import { Hours, Next, Since, What } from './group-row.tsx'
import { text } from './texts.ts'
import { isGroup } from './use-chosen.ts'

interface Ways {
  /** The list of what stands under a cause, one by one. */
  readonly addressOf: (cause: string) => string
  /** Opens a row of several things; undefined: there is none. */
  readonly open: ((cause: string) => void) | undefined
  readonly onLook: ((cause: string) => void) | undefined
  readonly mayOpenCompany: boolean
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

/** What the table says of a row: a cause, a company or a carrier with its things, or one thing. */
export const planOf = ({
  addressOf,
  open,
  onLook,
  mayOpenCompany,
  mayEnd,
  onEnded,
}: Ways): RowPlan<FleetRow> => ({
  key: ({ id }) => id,
  href: (row) => (isGroup(row) ? addressOf(row.id) : undefined),
  ...(open && { onClick: ({ id }) => open(id) }),
  columns: {
    things: {
      columnContent: (row) =>
        isGroup(row) && <strong className="tabular">{row.things.toLocaleString()}</strong>,
    },
    what: {
      columnContent: (row) => isGroup(row) && <What of={row} />,
    },
    next: { columnContent: (row) => isGroup(row) && <Next of={row} onLook={onLook} /> },
    hours: { columnContent: (row) => isGroup(row) && <Hours of={row} /> },
    thing: {
      columnContent: (row) =>
        !isGroup(row) && (
          <>
            <Identifier value={row.of.id} of={row.of.kind} />
            <span className="block small quiet">
              {row.also > 0 ? text('AndMore', { finding: text(row.code), more: row.also }) : text(row.code)}
            </span>
            {row.expected && <EndExpected of={row.expected} mayEnd={mayEnd} onEnded={onEnded} />}
          </>
        ),
    },
    company: {
      columnContent: ({ company }) => {
        if (!company) return null
        const to = pageOf('company', String(company.companyId))
        return mayOpenCompany ? <Link to={to}>{company.name}</Link> : company.name
      },
    },
    now: { columnContent: (row) => !isGroup(row) && said(row) },
    before: { columnContent: (row) => !isGroup(row) && row.before },
    since: {
      columnContent: (row) =>
        isGroup(row) ? (
          <Since of={row} />
        ) : (
          <AsItWasThen at={row.since} to={asOf(pastOf(row.of), justAfter(row.since))}>
            {sayShortly(row.since)}
          </AsItWasThen>
        ),
    },
  },
})

/** Where it is shown as it was: on its own page, else in the fleet. */
function pastOf({ kind, id }: FleetFinding['of']): string {
  const page = pageOf(kind, id)
  return hasPast(page) ? page : addresses.fleet()
}

/** How it is, by whose word, and the one state of the thing (D40). */
const said = ({ state, now, source, at }: FleetFinding) => (
  <>
    {state && <ThingState of={state} isBrief />} {now}{' '}
    <span className="faint block">{`${source} · ${sayShortly(at)}`}</span>
  </>
)
