import { companyPageRows } from '@support-console/contract/company-lists.words'
import { type ReactNode, useMemo } from 'react'
import { useDownload } from '../../../kit/download/index.ts'
import { kindName } from '../../../kit/thing-words.ts'
import { culture } from '../../../texts/languages.ts'
import { Button } from '../../../ui/button.tsx'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { DataTable, type FilterChip, FilterChips, lazyRows } from '../../../ui/data-table/index.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { DownloadIcon } from '../../../ui/icons/screens.tsx'
import { Select } from '../../../ui/select/select.tsx'
import styles from './company.module.css'
import type { ListPlan } from './list-plan.ts'
import { type Selection, withPage } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { text } from './texts.ts'
import { searchProblem, useCompanyList } from './use-company-list.ts'

interface CompanyListProps<Row> {
  readonly plan: ListPlan<Row>
  readonly companyId: number
  /** Keeps what is selected, through pages, orders and filters; without it nothing can be. */
  readonly selection?: Selection
  /** What can be done with what is selected. */
  readonly ways?: (ids: readonly string[]) => ReactNode
}

/** One list of a company: search, filters, order, pages, and what is selected of it (2.14; connected console 4). */
export function CompanyList<Row>({ plan, companyId, selection, ways }: CompanyListProps<Row>) {
  const list = useCompanyList(plan, companyId)
  const { data, error } = list
  const { saved } = plan
  const { sort, order, page, ...narrowed } = list.asked
  const download = useDownload(kindName('company'))
  const rows = useMemo(() => lazyRows(data?.rows ?? [], plan.rows), [data, plan])
  const chosen = [...(selection?.chosen ?? [])]
  const chips = plan.filters.flatMap(({ name, label, options }): FilterChip[] => {
    const option = options.find(({ value }) => value === list.chosen[name])
    return option
      ? [{ id: name, key: label, value: option.label, onRemove: () => list.setFilter(name, '') }]
      : []
  })
  return (
    <>
      <div className={styles.tools}>
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
        <p className={styles.count} role="status">
          {data && sayCounts(data, data.page, list.isNarrowed)}
        </p>
        {saved && (
          <CsvButton
            count={data?.matches ?? 0}
            isBusy={download.isRunning}
            onPress={() =>
              void download.run(saved.matchesAction(companyId), (call) =>
                saved.matches(companyId, narrowed, call),
              )
            }
          />
        )}
      </div>
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
          {saved && (
            <CsvButton
              isBusy={download.isRunning}
              onPress={() =>
                void download.run(saved.chosenAction(companyId, chosen.length), (call) =>
                  saved.chosen(companyId, chosen, call),
                )
              }
            />
          )}
        </SelectionBar>
      )}
    </>
  )
}

const say = (count: number): string => count.toLocaleString(culture)

/** '1–50 of 214 that match · 412 in all' */
function sayCounts(
  { matches, total }: { matches: number; total: number },
  page: number,
  isNarrowed: boolean,
) {
  const first = Math.min(matches, (page - 1) * companyPageRows + 1)
  const counts = {
    first: say(first),
    last: say(Math.min(matches, page * companyPageRows)),
    matches: say(matches),
    total: say(total),
  }
  return text(isNarrowed ? 'CountsOfMatches' : 'CountsOfAll', counts)
}

interface CsvButtonProps {
  /** Of all that match; else of what is selected. */
  readonly count?: number
  readonly isBusy: boolean
  readonly onPress: () => void
}

function CsvButton({ count, isBusy, onPress }: CsvButtonProps) {
  return (
    <Button
      size="tool"
      icon={<DownloadIcon />}
      isBusy={isBusy}
      busyText={text('Csv')}
      aria-label={
        count === undefined
          ? text('CsvOfChosen')
          : text('CsvOfMatches', { count: count.toLocaleString(culture) })
      }
      disabledReason={count === 0 ? text('NothingToSave') : undefined}
      onPress={onPress}
    >
      {text('Csv')}
    </Button>
  )
}
