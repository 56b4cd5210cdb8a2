import { several } from '@support-console/contract/addresses'
import { Start } from '../../kit/skeleton/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { ViewMenu } from '../../kit/views/index.ts'
import { headersFor } from './columns.tsx'
import { DisabledNow } from './disabled-now.tsx'
import { DisabledPanels } from './disabled-panels.tsx'
import { idList } from './id-list.ts'
import { PanelsTable } from './panels-table.tsx'
import { kindOf, listOf, type Search, searchOf } from './search.ts'
import { type Draft, SearchForm } from './search-form.tsx'
import { text } from './texts.ts'
import { usePanels } from './use-panels.ts'

/**
 * Panel Info (CBS), in the menu Panel Management (specification 2.8). All of it stands in the address (D25): `by` and
 * `ids`, then `sort`, `direction` and `page` of the table; with `disabled` it is the list of all that are disabled now.
 */
export function PanelManagement() {
  return useAddress().address.has('disabled') ? <DisabledPanels /> : <Located />
}

function Located() {
  const { address, put } = useAddress()
  const search = searchOf(address)
  const found = usePanels(search)

  const { draft, setDraft, settle, isOfAddress } = useAddressForm<Draft>({
    name: 'panels:search',
    inAddress: { by: kindOf(address), list: listOf(address) },
  })

  const submit = (wanted: Search) => {
    settle({ by: wanted.by, list: idList(wanted.ids) })
    if (search && JSON.stringify(wanted) === JSON.stringify(search)) found.searchAgain()
    else put({ by: wanted.by, ids: several(wanted.ids), sort: null, direction: null, page: null })
  }
  return (
    <>
      <SearchForm
        draft={draft}
        onChange={setDraft}
        onSearch={submit}
        isBusy={found.state === 'pending' && isOfAddress}
        isFromAddress={draft.list !== '' && isOfAddress}
      />
      {search ? (
        <PanelsTable search={search} found={found} />
      ) : (
        <Start
          tools={<DisabledNow isOn={false} />}
          actions={
            <ViewMenu list="panels" headers={headersFor(kindOf(address))} screenTitle={text('ScreenTitle')} />
          }
        >
          {text('Start')}
        </Start>
      )}
    </>
  )
}
