import type { Coverage, FleetRow } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import {
  type FleetFilter,
  type FleetSort,
  fleetFilterText,
  fleetPageRows,
  type LeftOut,
  readFleetFilter,
} from '@support-console/contract/fleet.words'
import { identified } from '@support-console/contract/identifiers'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useAccess } from '../../api/index.ts'
import { useMoment } from '../../api/moment.ts'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { OfNow } from '../../kit/moment/of-now.tsx'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useListView, useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { text as frame } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { ascending, DataTable, lazyRows, type TableHeader } from '../../ui/data-table/index.ts'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { LookBox, LookFailure, useLooksAt } from '../diagnosis/index.ts'
import { About } from './about.tsx'
import { Chosen } from './chosen.tsx'
import { ExpectedOfCompanies } from './expected.tsx'
import { Findings } from './findings.tsx'
import styles from './fleet.module.css'
import { planOf } from './rows.tsx'
import { Seen } from './seen.tsx'
import { useSweep } from './sweep.tsx'
import { text } from './texts.ts'
import { Tools } from './tools.tsx'
import { useChosen } from './use-chosen.ts'

const headers: TableHeader[] = [
  { key: 'thing', value: text('Thing'), isIdentifier: true, width: 176, ...ascending },
  { key: 'company', value: text('Company'), width: 150, ...ascending },
  { key: 'now', value: text('Now'), wrap: true },
  { key: 'before', value: text('Before'), width: 120 },
  { key: 'since', value: text('Since'), width: 100, align: 'end', isSortable: true },
]
const usual = { key: 'since', direction: 'desc' } as const
const none: readonly FleetRow[] = []
/** What of the address is no filter. */
const beside: readonly string[] = ['page', 'sort', 'direction', 'look', 'view', 'without', 'at', 'to']
/** Between two readings without news, in milliseconds: while a sweep runs, and else. */
const [whileRunningMs, everyMs] = [5_000, 60_000]

/**
 * What is wrong in the whole fleet (fleet 3): counts are the filters, and all of it stands in the address (D25). In the past it is a
 * list alone: how much was seen was not kept, and nothing is done to what was.
 */
export function Fleet() {
  const { address, put } = useAddress()
  const { view, sort, changeView } = useViewInAddress(headers, usual)
  const { page } = view
  const shown = useThen(useShownColumns(headers))
  const { refusal } = useListView('fleet')
  const asked = useMemo(() => {
    const own = new URLSearchParams(address)
    for (const name of beside) own.delete(name)
    return own.toString()
  }, [address])
  const { filter, leftOut } = useMemo(() => readFleetFilter(asked), [asked])
  const overview = useRead('GET /fleet/v1/overview', {
    news: 'sweep',
    refetchInterval: ({ state }) => (state.data?.sweep?.state === 'running' ? whileRunningMs : everyMs),
  })
  const looks = useLooksAt()
  const { sims, never } = sumsOf(overview.data?.coverage)
  const sweep = useSweep(overview.data?.sweep, sims, overview.refetch)
  const by = { sort: sort.key as FleetSort, order: sort.direction }
  const list = useRead('GET /fleet/v1/findings', {
    query: { filter: asked, open: filter.cause ? 'true' : 'false', ...by, page },
    round: looks.tenth,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const chosen = useChosen(asked, list.data?.rows ?? none)
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
  const isOfOne = filter.finding?.length === 1
  const mayOpenCompany = may(identified.company.permission)
  const { refetch: countAgain } = overview
  const { refetch: listAgain } = list
  const readAgain = useCallback(() => Promise.all([countAgain(), listAgain()]), [countAgain, listAgain])
  const plan = useMemo(
    () =>
      planOf({
        open: (cause) => put({ cause, page: null }),
        isOfOne,
        mayOpenCompany,
        mayEnd: mayExpect,
        onEnded: readAgain,
      }),
    [put, isOfOne, mayOpenCompany, mayExpect, readAgain],
  )
  const rows = useMemo(() => lazyRows(list.data?.rows ?? none, plan), [list.data, plan])
  const gone = list.data?.leftOut.filter(({ why }) => why === 'gone') ?? []
  const parts = [...leftOut, ...gone]
  const sayParts = sayLeftOut(parts)
  const refused = sayParts ?? refusal
  const isThere = (name: string) => (id: number) =>
    !gone.some((part) => part.name === name && part.value === String(id))
  const takeOut = () => {
    const { company, not } = filter
    change({
      company: company?.filter(isThere('company')),
      not: { ...not, company: not.company?.filter(isThere('not-company')) },
    })
  }
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
          findings={overview.data?.findings}
          chosen={filter.finding?.[0]}
          onChoose={(finding) => change({ finding: finding && [finding], cause: undefined })}
          onExpected={() => change({ finding: undefined, cause: undefined, stand: ['expected'] })}
        />
        <div>
          <ViewNotes list="fleet" />
          {sayParts && (
            <Callout kind="warning">
              {sayParts}{' '}
              <Button size="tool" onPress={takeOut}>
                {text('TakeOut')}
              </Button>
            </Callout>
          )}
          <About finding={isOfOne ? filter.finding?.[0] : undefined} findings={overview.data?.findings}>
            <ViewMenu list="fleet" headers={headers} screenTitle={frame('TitleFleet')} />
          </About>
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
            headers={shown}
            rows={list.error && !list.data ? [] : rows}
            state={list.isLoading ? 'pending' : list.error ? 'rejected' : 'fulfilled'}
            error={list.error ? { status: list.error.heading, message: list.error.message } : undefined}
            onTryAgain={() => void list.refetch()}
            emptyHint={sayNone(list.data?.checkedAt, never)}
            view={view}
            onViewChange={changeView}
            isSortedByServer
            totalRows={list.data?.matches ?? 0}
            rowsPerPage={fleetPageRows}
            {...chosen.inTable}
          />
          <OfNow>
            <Chosen
              chosen={chosen}
              count={list.data?.findings}
              asked={asked}
              refused={refused}
              looks={looks}
              rows={list.data?.rows ?? none}
              onExpected={() => {
                chosen.clear()
                return readAgain()
              }}
            />
          </OfNow>
        </div>
      </div>
    </div>
  )
}

/** Why there are no rows. */
function sayNone(checkedAt: string | null | undefined, never: number): string {
  if (checkedAt === null) return text('NotChecked')
  return never > 0 ? text('NothingKnown', { never }) : text('NothingFound')
}

/** In the past 'Now' is 'Then'. */
function useThen(columns: readonly TableHeader[]): readonly TableHeader[] {
  const isPast = useMoment() !== null
  return isPast
    ? columns.map((each) => (each.key === 'now' ? { ...each, value: text('Then') } : each))
    : columns
}

const sayLeftOut = (parts: readonly Pick<LeftOut, 'name' | 'value'>[]): string | undefined =>
  parts.length > 0
    ? text('LeftOut', { parts: parts.map(({ name, value }) => `${name}=${value}`).join(', ') })
    : undefined

const sumsOf = (coverage: readonly Coverage[] = []) => ({
  sims: coverage.reduce((all, carrier) => all + carrier.sims, 0),
  never: coverage.reduce((all, carrier) => all + carrier.never, 0),
})
