import { z } from 'zod'
import { SilentPanels } from './attention.ts'
import { type Call, defineCall, defineReading } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { faultOf, subjectOf } from './faults.ts'
import {
  fleetCauseKinds,
  fleetFindingKinds,
  fleetGroupings,
  fleetHours,
  fleetSorts,
  fleetStands,
} from './fleet.words.ts'
import { KeptOutage } from './kept-outage.ts'
import { mostLooked } from './looks.words.ts'
import { ThingState } from './states.ts'
import { Coverage, Sweep } from './sweeps.ts'
import { keptNumber, line, plainText, visibleLine, wholeNumber } from './text.ts'

const instant = z.iso.datetime()
const count = z.number().int()
const finding = z.enum(fleetFindingKinds)
const carrier = z.enum(vendorCodes)

/** As `readFleetFilter` reads it: the query of the page's address. */
const filter = plainText(2000).optional()
/** What was left out of it, so that what is shown is wider than what was asked. Empty: nothing. */
const leftOut = z.array(
  z.object({ name: z.string(), value: z.string(), why: z.enum(['unknown-name', 'unknown-value', 'gone']) }),
)

/** `no-panel sim 8901170000000000013`: one finding of one thing. */
const findingId = line(200).regex(/^[a-z-]+ (?:sim|panel|csr) \S.*$/, 'must name a finding and a thing')

const things = ['sim', 'panel', 'csr'] as const
const CompanyName = z.object({ companyId: count, name: z.string() })

export const Expected = z.object({
  expectedId: z.string(),
  finding,
  /** Of one thing, or of all things of a company. */
  thing: subjectOf(things).nullable(),
  company: CompanyName.nullable(),
  reason: z.string(),
  /** Whose e-mail. */
  by: z.string(),
  at: instant,
  until: instant,
})
export type Expected = z.infer<typeof Expected>

const FleetOutage = KeptOutage.pick({ outageId: true, of: true, name: true, members: true }).extend({
  /** How many of its scope are away usually; null: not known. */
  usual: count.nullable(),
})

/** The first finding of one thing. */
export const FleetFinding = faultOf(fleetFindingKinds, things).extend({
  row: z.literal('thing'),
  /** 'no-panel sim 8901170000000000013' */
  id: z.string(),
  company: CompanyName.nullable(),
  /** Null: of no carrier, or not known. */
  carrier: carrier.nullable(),
  stand: z.enum(fleetStands),
  /** The last reading that had it, and whose that was: 'AT&T', 'WebConnect', 'Inventory'. */
  at: instant,
  source: z.string(),
  /** How it is, in the words of that source: 'ACTIVATED', another panel's cloud ID, an IMEI, a container, a release; may be empty. */
  now: z.string(),
  /** What it was before, or should be: when it was deactivated here, the inventory's panel, the former IMEI, the majority's release; may be empty. */
  before: z.string(),
  /** The one state of the thing (D40); null: it is not kept any more. */
  state: ThingState.nullable(),
  expected: Expected.nullable(),
  /** What it is put down to, as `readFleetCause` reads it. */
  cause: z.string(),
  /** How many more findings of it match. */
  also: count,
})
export type FleetFinding = z.infer<typeof FleetFinding>

/** Things with one cause, of one company or of one carrier: one row, which opens by its part of the filter. */
export const FleetGroup = z.object({
  row: z.literal('group'),
  /** What they have in common, as `readFleetCause` reads it: the part of a filter that shows them one by one. */
  id: z.string(),
  kind: z.enum(fleetCauseKinds),
  /** Of an outage. */
  outage: FleetOutage.nullable(),
  things: count,
  /** How many of them are panels that do not report now: silent in a session, and without one. */
  silent: count,
  notConnected: count,
  companies: count,
  /** Where all of them are of one. */
  company: CompanyName.nullable(),
  carriers: z.array(carrier),
  /** The first and the last beginning of those that are so now. */
  since: instant,
  newest: instant,
  /** How many of them were so already in each of the last hours, oldest first. */
  hours: z.array(count).length(fleetHours),
  /** The oldest check that names the cause; null: none does. */
  checkedAt: instant.nullable(),
})
export type FleetGroup = z.infer<typeof FleetGroup>

export const FleetRow = z.discriminatedUnion('row', [FleetGroup, FleetFinding])
export type FleetRow = z.infer<typeof FleetRow>

const sweepParams = z.strictObject({ sweepId: z.guid('must be the ID of a scan') })

/** Findings of things, or one kind of finding of a whole company. */
const Expecting = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('things'),
    ids: z
      .array(findingId)
      .min(1, 'must name one at least')
      .max(mostLooked, `must name at most ${mostLooked}`)
      .refine((ids) => new Set(ids).size === ids.length, 'must name each finding once'),
    reason: visibleLine(200),
    until: instant,
  }),
  z.strictObject({
    of: z.literal('company'),
    companyId: keptNumber,
    finding,
    reason: visibleLine(200),
    until: instant,
  }),
])
export type AskedExpected = z.infer<typeof Expecting>

const access = 'fleet.read'
const spec = 'fleet 3'
const screen = 'Fleet'

export const fleetCalls = {
  getFleet: defineCall({
    method: 'GET',
    path: '/fleet/v1/overview',
    access,
    spec,
    summary:
      'How many panels are silent, where they stand, and how far the list of what is wrong can be trusted',
    data: z.object({
      /** How many panels are silent now, as Home says it; null: the reader may not read it. */
      panels: SilentPanels.nullable(),
      /** Where those stand: in the list, waiting for a second answer, expected; the others have just stopped, or have no finding. */
      silent: z.object({ listed: count, once: count, expected: count, others: count }).nullable(),
      /** Things of any kind whose findings wait for a second answer, and that are expected. */
      once: count,
      expected: count,
      coverage: z.array(Coverage),
      /** Of how many panels Pathfinder ever said where they point; null: the reader may not read it. */
      environments: z.object({ panels: count, asked: count }).nullable(),
      /** When both were counted. */
      coveredAt: instant,
      /** The one that runs, else the last; null: there was none. */
      sweep: Sweep.nullable(),
      /** When the next night's begins; null: it is switched off. */
      nextAt: instant.nullable(),
      now: instant,
    }),
  }),
  listFleet: defineCall({
    method: 'GET',
    path: '/fleet/v1/findings',
    access,
    spec,
    summary:
      'What is wrong, 50 a page, each thing once: one row a cause, company or carrier, what stops most panels first, or one a thing. Without `stand` in the filter those that count',
    query: z.strictObject({
      filter,
      by: z.enum(fleetGroupings).optional(),
      sort: z.enum(fleetSorts).optional(),
      order: z.enum(['asc', 'desc']).optional(),
      page: wholeNumber(1, 1_000_000).optional(),
    }),
    data: z.object({
      rows: z.array(FleetRow),
      /** Rows on all pages. */
      matches: count,
      /** Things behind them. */
      things: count,
      /** When all things were last checked; null: never, so that there are no rows says nothing. */
      checkedAt: instant.nullable(),
      /** Whose they are without the filter's companies, the most first, and those that the filter names. */
      companies: z.array(z.object({ companyId: count, name: z.string(), things: count })),
      leftOut,
    }),
  }),
  chooseFleet: defineCall({
    method: 'GET',
    path: '/fleet/v1/chosen',
    access,
    spec,
    summary: `All that match, by name, up to ${mostLooked.toLocaleString('en-US')}: what is done with them is done to these. Refused where a part of the filter was left out`,
    query: z.strictObject({ filter }),
    data: z.object({ ids: z.array(z.string()).max(mostLooked) }),
  }),
  exportFleet: defineCall({
    method: 'GET',
    path: '/fleet/v1/export',
    access,
    spec: 'fleet 3, D22',
    summary:
      'The same findings as a CSV file, all that match. Refused where a part of the filter was left out',
    query: z.strictObject({ filter }),
    file: 'text/csv',
    data: z.null(),
  }),
  exportChosenFleet: defineReading({
    path: '/fleet/v1/export',
    access,
    spec: 'fleet 3, D22',
    summary: 'Chosen findings as the same file; what is over is left out',
    body: z.strictObject({ ids: z.array(findingId).min(1).max(mostLooked) }),
    file: 'text/csv',
    data: z.null(),
  }),
  listExpected: defineCall({
    method: 'GET',
    path: '/fleet/v1/expected',
    access,
    spec: 'fleet 5',
    summary: 'What is marked as expected, and until when',
    data: z.array(Expected),
  }),
  expectFindings: defineCall({
    method: 'POST',
    path: '/fleet/v1/expected',
    access: 'fleet.change',
    spec: 'fleet 5',
    audit: { screen, action: 'Mark findings as expected' },
    summary:
      'Say that findings are known for good: they leave the counts until then, or until they change. Of things, or of a whole company',
    body: Expecting,
    data: z.object({ expected: count }),
  }),
  endExpected: defineCall({
    method: 'POST',
    path: '/fleet/v1/expected/{expectedId}/end',
    access: 'fleet.change',
    spec: 'fleet 5',
    audit: { screen, action: 'Mark a finding as no longer expected ({expectedId})' },
    summary: 'A finding is no longer expected',
    params: z.strictObject({ expectedId: z.guid('must be the id of what is expected') }),
    data: z.null(),
  }),
  beginSweep: defineCall({
    method: 'POST',
    path: '/fleet/v1/sweeps',
    access: 'fleet.change',
    spec: 'fleet 1, D50',
    audit: { screen, action: 'Scan all SIMs', changesNothing: true },
    summary: 'Scan all SIMs and panels, behind people. Asked again while it runs: the running scan',
    body: z.strictObject({ of: z.literal('all') }),
    data: Sweep,
  }),
  stopSweep: defineCall({
    method: 'POST',
    path: '/fleet/v1/sweeps/{sweepId}/stop',
    access: 'fleet.change',
    spec: 'fleet 1, D50',
    audit: { screen, action: 'Stop the scan ({sweepId})', changesNothing: true },
    summary: 'Stop the scan; its findings stay, and the next one continues from here',
    params: sweepParams,
    data: Sweep,
  }),
  getSweep: defineCall({
    method: 'GET',
    path: '/fleet/v1/sweeps/{sweepId}',
    access,
    spec: 'fleet 6',
    summary:
      'The report of a scan: what is new, gone and grown, its progress, and how long each carrier took',
    params: sweepParams,
    data: z.object({
      sweep: Sweep,
      findings: z.array(z.object({ finding, fresh: count, gone: count, count, before: count.nullable() })),
      coverage: z.array(Coverage),
      /** The ones before and after it; null: there is none. */
      previous: z.string().nullable(),
      next: z.string().nullable(),
    }),
  }),
} as const satisfies Record<string, Call>
