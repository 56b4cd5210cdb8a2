import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'
import { text } from '../texts/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DataTable, type FilterChip, FilterChips, lazyRows, type TableRow } from '../ui/data-table/index.ts'
import { DownloadIcon } from '../ui/icons/screens.tsx'
import { CompanyTable, companyHeaders, companyPlan } from './data-table-companies.tsx'
import { LogTable } from './data-table-log.tsx'
import { type SampleCompany, sampleCompanies } from './data-table-samples.ts'

export const title = 'Data table'

/** The data table in all its states, to be looked at and tested (specification 2.14). */
export default function DataTableSection() {
  return (
    <>
      <Part title="Data table: log, sorted and paged by the server, view in the address">
        <LogTable />
      </Part>
      <Part title="Data table: local, 1,250 rows">
        <CompanyTable caption="Companies" count={1250} />
      </Part>
      <Part title="Data table: selection">
        <SelectionTable />
      </Part>
      <Part title="Data table: row states">
        <StateTable />
      </Part>
      <Part title="Data table: clickable rows">
        <ClickableTable />
      </Part>
      <Part title="Data table: loading, empty, error">
        <CallTable />
      </Part>
      <Part title="Data table: 50,000 rows on a page">
        <ManyTable />
      </Part>
      <Part title="Filter chips">
        <ChipsPart />
      </Part>
    </>
  )
}

/** This page has no header bar under which the tables' headers would stick. */
const noHeaderBar = { '--table-sticks-at': '0px' } as CSSProperties

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} style={noHeaderBar}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

export function ManyTable() {
  return (
    <CompanyTable
      caption="Many companies"
      count={50_000}
      rowsPerPage={Number.POSITIVE_INFINITY}
      isSelectable
    />
  )
}

const fewCompanies = lazyRows(sampleCompanies(6), companyPlan)

export function SelectionTable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['company-2']))
  return (
    <DataTable
      caption="Selectable companies"
      headers={companyHeaders}
      rows={fewCompanies}
      defaultView={{ sort: { key: 'name' } }}
      selected={selected}
      onSelectedChange={setSelected}
      hasCount
      toolbarNote={`${selected.size} selected`}
    />
  )
}

const stateHeaders = [
  { key: 'server', value: 'CSR instance', isSortable: true, shouldSortInAscendingOrderByDefault: true },
  { key: 'ip', value: 'IP address', mono: true },
  { key: 'deploy', value: 'Deploy' },
  { key: 'status', value: 'Status', isSortable: true },
]
const servers = [
  ['success', 'Succeeded'],
  ['running', 'Running'],
  ['selected', 'Succeeded'],
  ['pending', 'Pending'],
  ['error', 'Error: no answer from agent'],
  [undefined, ''],
] as const
const stateRows: TableRow[] = servers.map(([state, status], index) => ({
  key: `csr-${index + 1}`,
  state,
  columns: [
    { key: 'server', columnContent: `csr-${index + 8}` },
    {
      key: 'ip',
      columnContent: `127.0.40.${index + 1}`,
      cellAction: <CopyButton value={`127.0.40.${index + 1}`} name="IP address" />,
    },
    {
      key: 'deploy',
      columnContent: (
        <Button size="row" isDisabled={status !== 'Succeeded'}>
          Deploy…
        </Button>
      ),
    },
    { key: 'status', columnContent: status, htmlAttributes: { title: `Status of csr-${index + 8}` } },
  ],
}))

export function StateTable() {
  return (
    <DataTable
      caption="Servers"
      headers={stateHeaders}
      rows={stateRows}
      defaultView={{ sort: { key: 'server' } }}
      density="controls"
    />
  )
}

export function ClickableTable() {
  const [clicked, setClicked] = useState('nothing yet')
  const rows = useMemo(
    () =>
      lazyRows<SampleCompany>(sampleCompanies(4), {
        ...companyPlan,
        href: ({ id }) => (id === 'company-4' ? undefined : `#${id}`),
        onClick: ({ name }) => setClicked(name),
      }),
    [],
  )
  return (
    <DataTable
      caption="Companies to open"
      headers={companyHeaders}
      rows={rows}
      toolbarNote={<span>Opened: {clicked}</span>}
    />
  )
}

const calls = ['initial', 'pending', 'fulfilled', 'rejected'] as const

export function CallTable() {
  const [state, setState] = useState<(typeof calls)[number]>('fulfilled')
  const [status, setStatus] = useState('503 Service Unavailable')
  const [hasRows, setHasRows] = useState(true)
  return (
    <DataTable
      caption="Called companies"
      headers={companyHeaders}
      rows={hasRows ? fewCompanies : noRows}
      state={state}
      error={{ status, message: 'Please Contact Admin!' }}
      onTryAgain={() => setState('pending')}
      emptyHint="No company matches “harbr”. Check the spelling or search by SAP Company ID."
      toolbarActions={
        <>
          {calls.map((call) => (
            <Button key={call} size="tool" aria-pressed={call === state} onPress={() => setState(call)}>
              {call}
            </Button>
          ))}
          <Button size="tool" onPress={() => setStatus(text('NetworkProblem'))}>
            network
          </Button>
          <Button size="tool" aria-pressed={hasRows} onPress={() => setHasRows(!hasRows)}>
            rows
          </Button>
          <Button size="tool" icon={<DownloadIcon />}>
            Download
          </Button>
        </>
      }
    />
  )
}

const noRows: TableRow[] = []

export function ChipsPart() {
  const [keys, setKeys] = useState(() => Array.from({ length: 14 }, (_, index) => `Filter ${index + 1}`))
  const filters: FilterChip[] = keys.map((key, index) => ({
    id: key,
    key,
    value: `value ${key.slice(7)}`,
    ...(index > 0 && { onRemove: () => setKeys(keys.filter((other) => other !== key)) }),
  }))
  return <FilterChips filters={filters} />
}
