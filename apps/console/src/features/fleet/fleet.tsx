import type { Coverage, FleetRow } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import {
  checkOfFinding,
  type FleetFilter,
  type FleetFindingKind,
  type FleetSort,
  fleetFilterText,
  fleetFindings,
  fleetPageRows,
  type LeftOut,
  readFleetCause,
  readFleetFilter,
} from '@support-console/contract/fleet.words'
import { identified } from '@support-console/contract/identifiers'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { OfNow } from '../../kit/moment/of-now.tsx'
import { useAddress } from '../../kit/use-address.ts'
import { useListView, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { LookBox, LookFailure, useLooksAt } from '../diagnosis/index.ts'
import { About } from './about.tsx'
import { Chosen } from './chosen.tsx'
import { ExpectedOfCompanies } from './expected.tsx'
import styles from './fleet.module.css'
import { useLookAtRow, withCause } from './look-again.tsx'
import { planOf } from './rows.tsx'
import { Seen } from './seen.tsx'
import { Stands } from './stands.tsx'
import { useSweep } from './sweep.tsx'
import { text } from './texts.ts'
import { Tools } from './tools.tsx'
import { isGroup, useChosen } from './use-chosen.ts'
import { useGrouping } from './use-grouping.ts'

const none: readonly FleetRow[] = []
/** What of the address is no filter. */
const beside: readonly string[] = ['page', 'sort', 'direction', 'look', 'view', 'without', 'at', 'to', 'by']
/** Between two readings without news, in milliseconds: while a sweep runs, and else. */
const [whileRunningMs, everyMs] = [5_000, 60_000]

/**
 * What is wrong in the whole fleet (fleet 3), by cause, and all of it stands in the address (D25). In the past it is a list alone: how
 * much was seen was not kept, and nothing is done to what was.
 */
export function Fleet() {
  const { address, put } = useAddress()
  const { refusal } = useListView('fleet')
  const asked = useMemo(() => {
    const own = new URLSearchParams(address)
    for (const name of beside) own.delete(name)
    return own.toString()
  }, [address])
  const { filter, leftOut } = useMemo(() => readFleetFilter(asked), [asked])
  const grouping = useGrouping(filter)
  const { by, view, sort, changeView } = grouping
  const { page } = view
  const overview = useRead('GET /fleet/v1/overview', {
    news: 'sweep',
    refetchInterval: ({ state }) => (state.data?.sweep?.state === 'running' ? whileRunningMs : everyMs),
  })
  const looks = useLooksAt()
  const { sims, never } = sumsOf(overview.data?.coverage)
  const sweep = useSweep(overview.data?.sweep, sims, overview.refetch)
  const list = useRead('GET /fleet/v1/findings', {
    query: { filter: asked, by, sort: sort.key as FleetSort, order: sort.direction, page },
    round: looks.tenth,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  // Of the other grouping the rows before are of another table.
  const listed = useMemo(
    () => list.data?.rows.filter((row) => isGroup(row) !== grouping.isOfThings) ?? none,
    [list.data, grouping.isOfThings],
  )
  const chosen = useChosen(asked, listed)
  const change = (next: Partial<FleetFilter>) => {
    const wanted = new URLSearchParams(fleetFilterText({ ...filter, ...next }))
    const before = [...new Set(address.keys())]
      .filter((name) => name === 'page' || !beside.includes(name))
      .map((name) => [name, null] as const)
    put({ ...Object.fromEntries(before), ...Object.fromEntries(wanted) })
    chosen.clear()
  }
  const { may } = useAccess()
  const mayExpect = may('fleet.change')
  const { problem, onLook } = useLookAtRow(asked, looks)
  const mayOpenCompany = may(identified.company.permission)
  const { refetch: countAgain } = overview
  const { refetch: listAgain } = list
  const readAgain = useCallback(() => Promise.all([countAgain(), listAgain()]), [countAgain, listAgain])
  const plan = useMemo(
    () =>
      planOf({
        addressOf: (cause) => addresses.fleet(withCause(asked, cause)),
        open: grouping.isOfThings
          ? undefined
          : (cause) => put({ cause, page: null, sort: null, direction: null }),
        onLook,
        mayOpenCompany,
        mayEnd: mayExpect,
        onEnded: readAgain,
      }),
    [put, asked, grouping.isOfThings, onLook, mayOpenCompany, mayExpect, readAgain],
  )
  const rows = useMemo(() => lazyRows(listed, plan), [listed, plan])
  const gone = list.data?.leftOut.filter(({ why }) => why === 'gone') ?? []
  const parts = [...leftOut, ...gone]
  const sayParts = sayLeftOut(parts)
  const refused = sayParts ?? refusal
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
          panels={overview.data.panels}
          coverage={overview.data.coverage}
          at={overview.data.coveredAt}
          lastLook={overview.data.sweep?.beganAt}
          nextAt={overview.data.nextAt}
          ways={overview.data.sweep && <Link to={addresses.fleetReport()}>{text('OpenReport')}</Link>}
        >
          {sweep.outcomes}
        </Seen>
      )}
      <LookFailure looking={looks.looking} />
      <LookBox looking={looks.looking} onClose={looks.close} />
      <ViewNotes list="fleet" />
      {sayParts && (
        <Callout kind="warning">
          {sayParts}{' '}
          <Button size="tool" onPress={() => change(withoutGone(filter, gone))}>
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
        by={grouping.chosen}
        onGroup={grouping.choose}
        action={<OfNow>{sweep.button}</OfNow>}
      >
        <OfNow>
          <ViewMenu list="fleet" headers={grouping.headers} screenTitle={frame('TitleFleet')} />
        </OfNow>
      </Tools>
      <About
        finding={filter.finding?.length === 1 ? filter.finding[0] : findingOf(filter.cause)}
        environments={overview.data?.environments}
      />
      <p role="status">{problem}</p>
      {filter.stand?.includes('expected') && <ExpectedOfCompanies mayEnd={mayExpect} onEnded={readAgain} />}
      <DataTable
        caption={text('Caption')}
        headers={grouping.shownOf(listed)}
        rows={list.error && !list.data ? [] : rows}
        state={list.isLoading ? 'pending' : list.error ? 'rejected' : 'fulfilled'}
        error={list.error ? { status: list.error.heading, message: list.error.message } : undefined}
        onTryAgain={() => void list.refetch()}
        emptyHint={sayNone(list.data?.checkedAt, isOfSims(filter) ? never : 0)}
        view={view}
        onViewChange={changeView}
        isSortedByServer
        totalRows={list.data?.matches ?? 0}
        rowsPerPage={fleetPageRows}
        density={grouping.isOfThings ? 'text' : 'sparklines'}
        {...chosen.inTable}
      />
      {overview.data && (
        <Stands
          of={overview.data}
          isWhole={asked === ''}
          onShow={(stand) => change({ finding: undefined, cause: undefined, stand: [stand] })}
        />
      )}
      <OfNow>
        <Chosen
          chosen={chosen}
          count={list.data?.things}
          asked={asked}
          refused={refused}
          looks={looks}
          rows={listed}
          onExpected={() => {
            chosen.clear()
            return readAgain()
          }}
        />
      </OfNow>
    </div>
  )
}

/** The one finding of a cause that is one. */
function findingOf(causes: readonly string[] = []): FleetFindingKind | undefined {
  const [cause = '', ...others] = causes
  const { kind, parts } = readFleetCause(cause) ?? {}
  const sameCheck = Object.entries(checkOfFinding).find(([, code]) => kind === 'check' && code === parts?.[0])
  if (sameCheck) return sameCheck[0] as FleetFindingKind
  return kind === 'finding' && others.length === 0 ? (parts?.[0] as FleetFindingKind) : undefined
}

/** The companies that are still there, and the servers that may be read. */
function withoutGone({ company, csr, not }: FleetFilter, gone: readonly LeftOut[]): Partial<FleetFilter> {
  const isThere = (name: string) => (id: number | string) =>
    !gone.some((part) => part.name === name && part.value === String(id))
  return {
    company: company?.filter(isThere('company')),
    csr: csr?.filter(isThere('csr')),
    not: {
      ...not,
      company: not.company?.filter(isThere('not-company')),
      csr: not.csr?.filter(isThere('not-csr')),
    },
  }
}

/** Not of panels or servers alone: what no one asked of SIMs says nothing of those. */
const isOfSims = ({ finding = [] }: FleetFilter): boolean =>
  finding.length === 0 || finding.some((kind) => fleetFindings[kind].thing === 'sim')

/** Why there are no rows. */
function sayNone(checkedAt: string | null | undefined, never: number): string {
  if (checkedAt === null) return text('NotChecked')
  return never > 0 ? text('NothingKnown', { never }) : text('NothingFound')
}

const sayLeftOut = (parts: readonly Pick<LeftOut, 'name' | 'value'>[]): string | undefined =>
  parts.length > 0
    ? text('LeftOut', { parts: parts.map(({ name, value }) => `${name}=${value}`).join(', ') })
    : undefined

const sumsOf = (coverage: readonly Coverage[] = []) => ({
  sims: coverage.reduce((all, carrier) => all + carrier.sims, 0),
  never: coverage.reduce((all, carrier) => all + carrier.never, 0),
})
