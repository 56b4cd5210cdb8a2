import { useState } from 'react'
import { LogStart, useLogSearch } from '../../kit/log-search/index.ts'
import { Button } from '../../ui/button.tsx'
import { ActionTable } from './action-table.tsx'
import styles from './audit-trail.module.css'
import { ExportDialog } from './export-dialog.tsx'
import { chosenIn, type Draft, draftOf, type Search, searchOf, valuesOf } from './search.ts'
import { SearchForm } from './search-form.tsx'
import { text } from './texts.ts'
import { useUserActions } from './use-user-actions.ts'

/**
 * User Action Detail (specification 2.12). All of it stands in the address (D25): `email`, `text`, `actionPage`,
 * `changesOnly=true`, `hideRobot=false`, with `from`, `to` or `allTime=true`; or `txid`; and `sort`, `direction` and `page` of the table.
 */
export function UserActionDetail() {
  const log = useLogSearch<Search, Draft>({ name: 'audit-trail:search', searchOf, draftOf, valuesOf })
  const { search, draft, inAddress, isShowing } = log
  const found = useUserActions(search)
  const chosen = chosenIn(log.address)
  const [isExporting, setExporting] = useState(false)
  const submit = (wanted: Search) => log.submit(wanted, found.searchAgain)
  return (
    <>
      <div className={styles.top}>
        <SearchForm
          draft={draft}
          onChange={log.setDraft}
          onSearch={submit}
          isBusy={isShowing && found.state === 'pending'}
          searched={search}
          isFromAddress={isFilled(draft) && typedOf(draft) === typedOf(inAddress)}
          chosen={chosen}
          onFilter={log.filter}
        />
        <Button className={styles.export} onPress={() => setExporting(true)}>
          {text('Export')}
        </Button>
      </div>
      {isShowing && search ? (
        <ActionTable search={search} found={found} onSearch={submit} onTryAgain={found.searchAgain} />
      ) : (
        <LogStart>{text('Start')}</LogStart>
      )}
      <ExportDialog isOpen={isExporting} days={draft.days} onClose={() => setExporting(false)} />
    </>
  )
}

const typedOf = ({ by, email, text, transactionId }: Draft): string =>
  JSON.stringify(by === 'email' ? [by, email, text] : [by, transactionId])

const isFilled = ({ by, email, text, transactionId }: Draft): boolean =>
  by === 'email' ? email !== '' || text !== '' : transactionId !== ''
