import type { FleetFinding, FleetGroup, FleetRow } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { carrierNames } from '@support-console/contract/carriers'
import {
  type FleetFilter,
  fleetFilterText,
  fleetPageRows,
  readFleetFilter,
} from '@support-console/contract/fleet.words'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { DataOf } from '../../api/call-types.ts'
import { type ApiError, api, useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { Link } from '../../kit/link.tsx'
import { ThingState } from '../../kit/thing-state/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { culture } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { showToast } from '../../ui/toast-store.ts'
import { LookBox, LookFailure, useLooksAt } from '../diagnosis/index.ts'
import { Chosen } from './chosen.tsx'
import { EndExpected, ExpectedOfCompanies } from './expected.tsx'
import { Findings } from './findings.tsx'
import styles from './fleet.module.css'
import { Seen } from './seen.tsx'
import { useSweep } from './sweep.tsx'
import { text } from './texts.ts'
import { Tools } from './tools.tsx'

const headers: TableHeader[] = [
  { key: 'thing', value: text('Thing'), isIdentifier: true, width: 230 },
  { key: 'finding', value: text('Finding'), width: 180, wrap: true },
  { key: 'company', value: text('Company'), wrap: true },
  { key: 'carrier', value: text('Carrier'), width: 100 },
  { key: 'now', value: text('Now'), wrap: true },
  { key: 'before', value: text('Before'), wrap: true },
  { key: 'since', value: text('Since'), width: 130, align: 'end' },
]
const none: readonly FleetRow[] = []
/** What of the address is no filter. */
const beside: readonly string[] = ['page', 'look']
/** Between two readings without news, in milliseconds: while a sweep runs, and else. */
const [whileRunningMs, everyMs] = [5_000, 60_000]

/** What is wrong in the whole fleet (fleet 3): counts are the filters, and all of it stands in the address (D25). */
export function Fleet() {
  const { address, put } = useAddress()
  const page = Math.max(1, Number(address.get('page')) || 1)
  const asked = useMemo(() => {
    const own = new URLSearchParams(address)
    for (const name of beside) own.delete(name)
    return own.toString()
  }, [address])
  const { filter, leftOut } = useMemo(() => readFleetFilter(asked), [asked])
  const overview = useQuery({
    queryKey: ['fleet'],
    queryFn: async ({ signal }) => (await api('GET /fleet/v1/overview', { signal })).data,
    refetchInterval: ({ state }) => (state.data?.sweep?.state === 'running' ? whileRunningMs : everyMs),
  })
  useNews('sweep', overview.refetch)
  const looks = useLooksAt()
  const sims = overview.data?.coverage.reduce((all, carrier) => all + carrier.sims, 0) ?? 0
  const sweep = useSweep(overview.data?.sweep, sims, overview.refetch)
  const list = useQuery<DataOf<'GET /fleet/v1/findings'>, ApiError>({
    queryKey: ['fleet-list', asked, page, looks.tenth],
    queryFn: async ({ signal }) => {
      const query = { filter: asked, open: filter.cause ? 'true' : 'false', page } as const
      return (await api('GET /fleet/v1/findings', { query, signal })).data
    },
    placeholderData: (before) => before,
    refetchInterval: everyMs,
  })
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const change = (next: Partial<FleetFilter>) => {
    const wanted = new URLSearchParams(fleetFilterText({ ...filter, ...next }))
    const before = [...new Set(address.keys())]
      .filter((name) => name !== 'look')
      .map((name) => [name, null] as const)
    put({ ...Object.fromEntries(before), ...Object.fromEntries(wanted) })
    choose(new Set())
  }
  const mayExpect = useAccess().may('fleet.change')
  const { refetch: countAgain } = overview
  const { refetch: listAgain } = list
  const readAgain = useCallback(() => Promise.all([countAgain(), listAgain()]), [countAgain, listAgain])
  const plan = useMemo(
    () => planOf({ open: (cause) => put({ cause, page: null }), mayEnd: mayExpect, onEnded: readAgain }),
    [put, mayExpect, readAgain],
  )
  const rows = useMemo(() => lazyRows(list.data?.rows ?? none, plan), [list.data, plan])
  const gone = list.data?.leftOut.filter(({ why }) => why === 'gone') ?? []
  const parts = [...leftOut, ...gone]
  const sayParts = parts.map(({ name, value }) => `${name}=${value}`).join(', ')
  const refused = parts.length > 0 ? text('LeftOut', { parts: sayParts }) : undefined
  const isThere = (name: string) => (id: number) =>
    !gone.some((part) => part.name === name && part.value === String(id))
  const takeOut = () => {
    const { company, not } = filter
    change({
      company: company?.filter(isThere('company')),
      not: { ...not, company: not.company?.filter(isThere('not-company')) },
    })
  }
  const never = overview.data?.coverage.reduce((sum, carrier) => sum + carrier.never, 0) ?? 0
  // What comes first decides where all else stands.
  if (overview.isLoading)
    return (
      <div className={styles.waiting}>
        <LoadingMark />
      </div>
    )
  return (
    <div>
      {overview.data && (
        <Seen
          coverage={overview.data.coverage}
          at={overview.data.coveredAt}
          lastLook={overview.data.sweep?.beganAt}
          nextAt={overview.data.nextAt}
          ways={
            <>
              {overview.data.sweep && <Link to={addresses.fleetReport()}>{text('OpenReport')}</Link>}
              {sweep.button}
            </>
          }
        >
          {sweep.outcomes}
        </Seen>
      )}
      <LookFailure looking={looks.looking} />
      <LookBox looking={looks.looking} onClose={looks.close} />
      <div className={styles.columns}>
        <Findings
          findings={overview.data?.findings ?? []}
          chosen={filter.finding?.[0]}
          onChoose={(finding) => change({ finding: finding && [finding], cause: undefined })}
          onExpected={() => change({ finding: undefined, cause: undefined, stand: ['expected'] })}
        />
        <div>
          {refused && (
            <Callout kind="warning">
              {refused}{' '}
              <Button size="tool" onPress={takeOut}>
                {text('TakeOut')}
              </Button>
            </Callout>
          )}
          <Tools
            filter={filter}
            onChange={change}
            counts={list.data}
            asked={asked}
            refused={refused}
            looks={looks}
          />
          {filter.stand?.includes('expected') && (
            <ExpectedOfCompanies mayEnd={mayExpect} onEnded={readAgain} />
          )}
          <DataTable
            caption={text('Caption')}
            headers={headers}
            rows={list.error && !list.data ? [] : rows}
            state={list.isLoading ? 'pending' : list.error ? 'rejected' : 'fulfilled'}
            error={list.error ? { status: list.error.heading, message: list.error.message } : undefined}
            onTryAgain={() => void list.refetch()}
            emptyHint={
              never > 0
                ? text('NothingKnown', { never: never.toLocaleString(culture) })
                : text('NothingFound')
            }
            view={{ page }}
            onViewChange={({ page: next }) => put({ page: next > 1 ? String(next) : null })}
            isSortedByServer
            totalRows={list.data?.matches ?? 0}
            rowsPerPage={fleetPageRows}
            selected={chosen}
            onSelectedChange={(ids) => {
              const single = [...ids].filter((id) => !id.startsWith('group '))
              if (single.length < ids.size) showToast(text('NotOfSeveral'), 'error')
              choose(new Set(single))
            }}
          />
          <Chosen
            chosen={chosen}
            choose={choose}
            asked={asked}
            refused={refused}
            looks={looks}
            rows={list.data?.rows ?? none}
            onExpected={() => {
              choose(new Set())
              return readAgain()
            }}
          />
        </div>
      </div>
    </div>
  )
}

interface Ways {
  readonly open: (cause: string) => void
  readonly mayEnd: boolean
  readonly onEnded: () => unknown
}

const planOf = ({ open, mayEnd, onEnded }: Ways): RowPlan<FleetRow> => {
  const of = (row: FleetRow) => row.finding
  return {
    key: ({ finding, group }) => finding?.id ?? `group ${group?.finding} ${group?.opens}`,
    columns: {
      thing: {
        columnContent: ({ finding, group }) =>
          finding ? (
            <Identifier value={finding.thing.id} of={finding.thing.kind} />
          ) : (
            group && <OfCause group={group} onOpen={open} />
          ),
      },
      finding: {
        columnContent: ({ finding, group }) => (
          <>
            {text((finding ?? group)?.finding ?? 'silent')}
            {finding?.expected && <EndExpected of={finding.expected} mayEnd={mayEnd} onEnded={onEnded} />}
          </>
        ),
      },
      company: { columnContent: (row) => of(row)?.company?.name },
      carrier: {
        columnContent: (row) => {
          const code = of(row)?.carrier
          return code && carrierNames[code]
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
  group,
  onOpen,
}: {
  readonly group: FleetGroup
  readonly onOpen: (cause: string) => void
}) {
  const count = group.things.toLocaleString(culture)
  return (
    <span className={styles.cause}>
      <strong>
        {group.cause.kind === 'company'
          ? text('OfCompany', { count })
          : text('Things', { count, cause: group.cause.id })}
      </strong>
      <Button size="tool" look="quiet" onPress={() => onOpen(group.opens)}>
        {text('OpenCause')}
      </Button>
    </span>
  )
}

/** How it is, by whose word, and the one state of the thing (D40). */
const said = (finding: FleetFinding | null) =>
  finding && (
    <>
      {finding.state && <ThingState of={finding.state} isBrief />} {finding.now}{' '}
      <span className={styles.source}>{`${finding.source} · ${sayShortly(finding.at)}`}</span>
    </>
  )
