import type { DisabledPanel, Panel, Why } from '@support-console/contract'
import { mostPanelIds } from '@support-console/contract/panels.words'
import { useMemo, useState } from 'react'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useEntryState } from '../../kit/use-entry-state.ts'
import { ascending, DataTable, lazyRows, type RowPlan, type TableHeader } from '../../ui/data-table/index.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { Said } from '../../ui/thing.tsx'
import { DisabledNow } from './disabled-now.tsx'
import { ExtendDisabling, sayTrouble } from './disabled-until.tsx'
import { EnablingBox } from './enabling-box.tsx'
import { FlagButtons } from './flag-buttons.tsx'
import { FlagCell } from './flag-cell.tsx'
import { text } from './texts.ts'
import { useEnabling } from './use-enabling.ts'
import { questionOf, useFlagQuestions } from './use-flag-questions.tsx'
import { FlagChangesContext } from './use-flags.ts'
import type { ListedPanel } from './use-panels.ts'

const rowsPerPage = 50
const none: ReadonlySet<string> = new Set()

type Row = ListedPanel & Pick<DisabledPanel, 'since' | 'by' | 'disabling'>

const headers: TableHeader[] = [
  { key: 'cloudId', value: text('CloudId'), ...ascending, isIdentifier: true, mono: true, width: 116 },
  { key: 'company', value: text('ColumnCompanyName'), ...ascending, wrap: true },
  { key: 'by', value: text('ColumnDisabledBy'), ...ascending, wrap: true },
  { key: 'since', value: text('ColumnSince'), ...ascending, width: 112 },
  { key: 'until', value: text('ColumnUntil'), ...ascending, wrap: true },
  { key: 'flagged', value: text('ColumnDisabled'), width: 132 },
]

/** All panels whose management is disabled now: by whom, since when, until when, and 'Enable' for one or several (2.8, 2.14). */
export function DisabledPanels() {
  const changeReason = useAccess().may('panels.change') ? undefined : text('NeedsPermission')
  const { data, error, isPending, refetch } = useRead('GET /panelmanagement/v1/disabled', { news: 'panel' })
  const enabling = useEnabling(() => void refetch())
  // What was selected stays until the order is kept.
  const enableMany = async (meant: readonly Panel[], why: Why) => {
    const ids = meant.map(({ cloudId }) => cloudId)
    const isBegun = (await enabling.start(ids, why)) !== undefined
    if (isBegun) setSelected(none)
    return isBegun
  }
  const { ask, changes, outcomesOf } = useFlagQuestions(
    () => void refetch(),
    ({ panels: meant }, why) => {
      if (meant.length > 1) return enableMany(meant, why)
      setSeen(new Map(panels.map((panel) => [panel.cloudId, panel])))
      setSelected(none)
      return undefined
    },
  )
  const [selected, setSelected] = useEntryState('disabled', none)
  const { view, changeView } = useViewInAddress(headers, { key: 'until', direction: 'asc' })
  const [seen, setSeen] = useState<ReadonlyMap<string, Row>>(new Map())

  const found = useMemo(
    () =>
      data?.panels.flatMap((panel, n): Row[] => {
        const state = data.states[n]
        return state ? [{ ...panel, state, panelInfo: { serviceStates: [] } }] : []
      }) ?? [],
    [data],
  )
  // What was enabled here stays in sight with its outcome, until that is put away.
  const panels = useMemo(() => {
    const now = new Set(found.map(({ cloudId }) => cloudId))
    const enabled = [...seen.values()].filter(({ cloudId }) => !now.has(cloudId) && changes.has(cloudId))
    return [...found, ...enabled.map((panel) => ({ ...panel, flagged: false, disabling: null }))]
  }, [found, seen, changes])
  const rows = useMemo(() => {
    const plan = planFor(changeReason, refetch, (panel) => ask(questionOf(panel)))
    return lazyRows(panels, plan)
  }, [panels, changeReason, refetch, ask])
  const chosen = panels.filter(({ cloudId }) => selected.has(cloudId))
  return (
    <FlagChangesContext value={changes}>
      <EnablingBox of={enabling} />
      {outcomesOf(panels)}
      <DataTable
        caption={text('DisabledNow')}
        headers={headers}
        rows={rows}
        state={isPending ? 'pending' : error ? 'rejected' : 'fulfilled'}
        error={error ? { status: text('NotRead'), message: error.message } : undefined}
        onTryAgain={refetch}
        emptyHint={text('NoneDisabled')}
        view={view}
        onViewChange={changeView}
        rowsPerPage={rowsPerPage}
        hasCount
        toolbarFields={<DisabledNow isOn />}
        toolbarNote={[
          data?.hasMore && text('OnlyFirst', { count: found.length }),
          chosen.length > 0 && text('Selected', { count: chosen.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
        toolbarRowActions={
          changeReason === undefined && (
            <FlagButtons
              panels={chosen}
              wants={[false]}
              most={mostPanelIds}
              changes={changes}
              refusal={undefined}
              onAsk={ask}
            />
          )
        }
        {...(changeReason === undefined && {
          selected: new Set(chosen.map(({ cloudId }) => cloudId)),
          onSelectedChange: (keys: Set<string>) => setSelected(keys),
        })}
        density="controls"
      />
    </FlagChangesContext>
  )
}

const planFor = (
  changeReason: string | undefined,
  refetch: () => unknown,
  onAsk: (panel: ListedPanel) => void,
): RowPlan<Row> => ({
  key: ({ cloudId }) => cloudId,
  columns: {
    cloudId: {
      columnContent: ({ cloudId }) => <Identifier value={cloudId} of="panel" />,
    },
    company: {
      columnContent: ({ companyName, companySapNumber }) => (
        <Identifier of="company" value={companySapNumber}>
          {companyName}
        </Identifier>
      ),
      sortingValue: ({ companyName }) => companyName,
    },
    by: {
      columnContent: ({ by }) => (by === '' ? text('NotKnown') : <Said>{by}</Said>),
      sortingValue: ({ by }) => by,
    },
    since: {
      columnContent: ({ since }) => (since === null ? text('NotKnown') : sayShortly(since)),
      sortingValue: ({ since }) => since ?? '',
    },
    until: {
      columnContent: ({ cloudId, disabling, flagged }) =>
        disabling ? (
          <div className="stack gap-8 starts">
            <span>{sayShortly(disabling.until)}</span> {sayTrouble(disabling)}
            <ExtendDisabling cloudId={cloudId} disabling={disabling} onDone={refetch} />
          </div>
        ) : (
          flagged && text('ForOpen')
        ),
      // What has no end comes last.
      sortingValue: ({ disabling }) => disabling?.until ?? '9999',
    },
    flagged: {
      columnContent: (panel) => (
        <FlagCell panel={panel} changeReason={changeReason} onAsk={() => onAsk(panel)} />
      ),
    },
  },
})
