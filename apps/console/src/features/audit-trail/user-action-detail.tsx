import { useState } from 'react'
import { api } from '../../api/index.ts'
import { useLogSearch } from '../../kit/log-search/index.ts'
import { Start } from '../../kit/skeleton/index.ts'
import { ViewMenu } from '../../kit/views/index.ts'
import { Button } from '../../ui/button.tsx'
import { ActionTable } from './action-table.tsx'
import { headersFor } from './columns.tsx'
import { ExportDialog } from './export-dialog.tsx'
import {
  actionOf,
  chosenIn,
  type Draft,
  draftOf,
  queryOf,
  type Search,
  searchOf,
  valuesOf,
} from './search.ts'
import { SearchForm } from './search-form.tsx'
import { text } from './texts.ts'

/**
 * User Action Detail (specification 2.12). All of it stands in the address (D25): `email`, `text`, `actionPage`,
 * `changesOnly=true`, `hideRobot=false`, with `from`, `to` or `allTime=true`; or `txid`; and `sort`, `direction` and `page` of the table.
 */
export function UserActionDetail() {
  const log = useLogSearch({
    name: 'audit-trail',
    searchOf,
    draftOf,
    typedOf: ({ email, text }: Draft) => [email, text],
    valuesOf,
    screenTitle: text('ScreenTitle'),
    actionOf,
    ask: async (wanted: Search, transactionId, signal) =>
      (await api('GET /useractiondetail/v1/details', { query: queryOf(wanted), transactionId, signal })).data,
  })
  const [isExporting, setExporting] = useState(false)
  const forAuditor = (
    <Button size="tool" onPress={() => setExporting(true)}>
      {text('Export')}
    </Button>
  )
  return (
    <>
      <SearchForm log={log} chosen={chosenIn(log.address)} onFilter={log.filter} />
      {log.isShowing && log.search ? (
        <ActionTable
          search={log.search}
          found={log.found}
          onSearch={log.submit}
          onTryAgain={log.searchAgain}
          ownAction={forAuditor}
        />
      ) : (
        <Start
          actions={
            <>
              <ViewMenu list="auditTrail" headers={headersFor('')} screenTitle={text('ScreenTitle')} />
              {forAuditor}
            </>
          }
        >
          {text('Start')}
        </Start>
      )}
      <ExportDialog isOpen={isExporting} days={log.draft.days} onClose={() => setExporting(false)} />
    </>
  )
}
