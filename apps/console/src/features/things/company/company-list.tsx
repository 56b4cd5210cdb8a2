import { companyPageRows } from '@support-console/contract/company-lists.words'
import { type ReactNode, useMemo } from 'react'
import type { BodyOf, QueryOf } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import {
  ExportMenu,
  type Format,
  fetchFile,
  inFormat,
  sayFormat,
  useDownload,
} from '../../../kit/download/index.ts'
import { moveRow, selectRow, usePageKeys } from '../../../kit/page-keys/index.ts'
import { Tools } from '../../../kit/skeleton/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { DataTable, type FilterChip, FilterChips, lazyRows } from '../../../ui/data-table/index.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import styles from './company.module.css'
import type { ListPlan } from './list-plan.ts'
import { type Selection, withPage } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { text } from './texts.ts'
import { searchProblem, useCompanyList } from './use-company-list.ts'

// The lists are alike but for what they list.
type SavedMatches = 'GET /companymanager/v1/companies/{companyId}/sims/export'
type SavedChoice = 'POST /companymanager/v1/companies/{companyId}/sims/export'

interface CompanyListProps<Row> {
  readonly plan: ListPlan<Row>
  readonly companyId: number
  /** Keeps what is selected, through pages, orders and filters; without it nothing can be. */
  readonly selection?: Selection
  /** What can be done with what is selected. */
  readonly ways?: (ids: readonly string[]) => ReactNode
}

/** One list of a company: search, filters, order, pages, and what is selected of it (2.14; connected console 4). */
export function CompanyList<Row>({ plan, companyId, ways, ...props }: CompanyListProps<Row>) {
  // Nothing is done to what was.
  const selection = useMoment() ? undefined : props.selection
  const list = useCompanyList(plan, companyId)
  const { data, error } = list
  const { saved } = plan
  const { sort, order, page, ...narrowed } = list.asked
  const download = useDownload(kindName('company'))
  const rows = useMemo(() => lazyRows(data?.rows ?? [], plan.rows), [data, plan])
  const chosen = [...(selection?.chosen ?? [])]
  const about = (format: Format) => ({ id: String(companyId), format: sayFormat(format) })
  const file = `/companymanager/v1/companies/{companyId}/${plan.name}/export`
  const params = { companyId }
  const saveMatches = (format: Format) =>
    saved &&
    void download.run(text(saved.matches, about(format)), async (call) => {
      const query = narrowed as QueryOf<SavedMatches>
      return inFormat(await fetchFile(`GET ${file}` as SavedMatches, { params, query, ...call }), format)
    })
  const saveChosen = (format: Format) =>
    saved &&
    void download.run(text(saved.chosen, { ...about(format), count: chosen.length }), async (call) => {
      const body = { [saved.ids]: chosen } as BodyOf<SavedChoice>
      return inFormat(await fetchFile(`POST ${file}` as SavedChoice, { params, body, ...call }), format)
    })
  const hasWrong = plan.filters.some(
    ({ name, options }) => name === 'show' && options.some(({ value }) => value === 'wrong'),
  )
  const showWrong = () => list.setFilter('show', list.chosen.show === 'wrong' ? '' : 'wrong')
  usePageKeys([
    { key: 'j', what: text('KeyNext'), run: () => moveRow(1) },
    { key: 'k', what: text('KeyPrevious'), run: () => moveRow(-1) },
    ...(selection ? [{ key: 'x', what: text('KeySelect'), run: selectRow }] : []),
    ...(hasWrong ? [{ key: 'w', what: text('KeyWrong'), run: showWrong }] : []),
  ])
  const chips = plan.filters.flatMap(({ name, label, options }): FilterChip[] => {
    const option = options.find(({ value }) => value === list.chosen[name])
    return option
      ? [{ id: name, key: label, value: option.label, onRemove: () => list.setFilter(name, '') }]
      : []
  })
  return (
    <>
      <Tools
        count={<span role="status">{data && sayCounts(data, data.page, list.isNarrowed)}</span>}
        actions={
          saved && (
            <ExportMenu
              isBusy={download.isRunning}
              of={text('OfMatches', { count: data?.matches ?? 0 })}
              disabledReason={data?.matches ? undefined : text('NothingToSave')}
              onDownload={saveMatches}
            />
          )
        }
      >
        <TextField
          className={styles.search}
          size="tool"
          type="search"
          label={text('SearchIn', { list: plan.caption })}
          isLabelHidden
          placeholder={plan.searchHint}
          value={list.search}
          onChange={list.setSearch}
          onBlur={list.settle}
          shouldAlwaysShowErrors
          checks={{ check: searchProblem }}
          canClear
        />
        {plan.filters.map(({ name, label, any, options }) => (
          <Select
            key={name}
            className={styles.filter}
            size="tool"
            label={label}
            isLabelHidden
            options={[{ value: '', label: any }, ...options]}
            value={list.chosen[name] ?? ''}
            onChange={(value) => list.setFilter(name, value)}
          />
        ))}
        <FilterChips filters={chips} />
      </Tools>
      <CallBanner call={download.call} />
      <DataTable
        caption={plan.caption}
        headers={plan.headers}
        rows={error && !data ? [] : rows}
        state={list.isComing ? 'pending' : error ? 'rejected' : 'fulfilled'}
        error={error ? { status: error.heading, message: error.message } : undefined}
        onTryAgain={list.tryAgain}
        emptyHint={text(list.isNarrowed ? 'NothingMatches' : 'HasNone')}
        view={list.view}
        onViewChange={list.changeView}
        isSortedByServer
        totalRows={data?.matches ?? 0}
        rowsPerPage={companyPageRows}
        {...(selection && {
          selected: selection.chosen,
          onSelectedChange: (next) =>
            selection.choose(
              withPage(
                selection.chosen,
                next,
                rows.map(({ key }) => key),
              ),
            ),
        })}
      />
      {selection && data && (
        <SelectionBar selection={selection} matches={data.matches} ids={data.ids}>
          {ways?.(chosen)}
          {saved && <ExportMenu isBusy={download.isRunning} of={text('OfChosen')} onDownload={saveChosen} />}
        </SelectionBar>
      )}
    </>
  )
}

/** '1–50 of 214 that match · 412 in all' */
function sayCounts(
  { matches, total }: { matches: number; total: number },
  page: number,
  isNarrowed: boolean,
) {
  const first = Math.min(matches, (page - 1) * companyPageRows + 1)
  const counts = {
    first: first,
    last: Math.min(matches, page * companyPageRows),
    matches: matches,
    total: total,
  }
  return text(isNarrowed ? 'CountsOfMatches' : 'CountsOfAll', counts)
}
