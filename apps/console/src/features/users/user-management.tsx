import type { UserRow } from '@support-console/contract'
import { bareEmail, emailPattern, longestEmail } from '@support-console/contract/email'
import { withoutUnseen } from '@support-console/contract/pasted'
import { useMemo } from 'react'
import { api, useAccess } from '../../api/index.ts'
import { useSearch } from '../../api/use-search.ts'
import { Start } from '../../kit/skeleton/index.ts'
import { useViewInAddress } from '../../kit/table-address/index.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useAddressForm } from '../../kit/use-address-form.ts'
import { useShownColumns, ViewMenu, ViewNotes } from '../../kit/views/index.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, lazyRows } from '../../ui/data-table/index.ts'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { byCompany, headers, plan } from './columns.tsx'
import { PeopleLike } from './people-like.tsx'
import { SignOns } from './sign-ons.tsx'
import { text } from './texts.ts'

const rowsPerPage = 50
const none: readonly UserRow[] = []

/**
 * User Info (CBS), in the menu User Management (specification 2.11). All of it stands in the address (D25): `email`,
 * then `sort`, `direction` and `page` of the table.
 */
export function UserManagement() {
  const { address, put } = useAddress()
  const inAddress = bareEmail(address.get('email') ?? '')
  const email = emailPattern.test(inAddress) && inAddress.length <= longestEmail ? inAddress : null
  const mayEnd = useAccess().may('sign-ons.end')
  const found = useSearch({
    name: 'users',
    search: email,
    screenTitle: text('ScreenTitle'),
    actionOf: (wanted: string) => text('ActionSearch', { email: wanted }),
    ask: async (wanted: string, transactionId, signal) =>
      (
        await api('GET /usermanagement/v1/usermanagement/{email}', {
          params: { email: wanted },
          transactionId,
          signal,
        })
      ).data,
  })
  const { draft: typed, setDraft: setTyped, settle } = useAddressForm({ name: 'users:email', inAddress })
  const submit = () => {
    const wanted = bareEmail(typed)
    settle(wanted)
    if (wanted === email) found.searchAgain()
    else put({ email: wanted, sort: null, direction: null, page: null })
  }
  const { view, changeView } = useViewInAddress(headers, byCompany)
  const shown = useShownColumns(headers)
  const items = found.data ?? none
  const rows = useMemo(
    () =>
      lazyRows(
        items.map((item, place) => ({ ...item, place })),
        plan,
      ),
    [items],
  )
  const isOfAddress = bareEmail(typed) === inAddress
  const views = <ViewMenu list="users" headers={headers} screenTitle={text('ScreenTitle')} />
  return (
    <>
      <ViewNotes list="users" />
      <Form isGuarded={false} className="below-20" onSubmit={submit}>
        <div className="field-row">
          <TextField
            label={text('Email')}
            isStart
            name="email"
            inputMode="email"
            value={typed}
            onChange={setTyped}
            read={withoutUnseen}
            canClear
            help={text('EmailHelp')}
            shouldAlwaysShowErrors={typed !== '' && isOfAddress}
            checks={{
              isRequired: true,
              maxLength: longestEmail,
              check: (value) =>
                emailPattern.test(bareEmail(value)) || value === '' ? undefined : text('EmailIsInvalid'),
            }}
          />
          <Button
            type="submit"
            look="primary"
            className="beside-field"
            isBusy={found.state === 'pending' && isOfAddress}
            busyText={text('Searching')}
          >
            {text('Search')}
          </Button>
        </div>
      </Form>
      {!isOfAddress && !emailPattern.test(bareEmail(typed)) && <PeopleLike typed={typed} />}
      {email === null ? (
        <Start actions={views}>{text('Start')}</Start>
      ) : (
        <DataTable
          caption={text('Caption')}
          headers={shown}
          rows={rows}
          state={found.state}
          error={found.error ? { status: found.error.heading, message: found.error.message } : undefined}
          onTryAgain={found.searchAgain}
          emptyHint={text('TryOtherEmail', { email })}
          view={view}
          onViewChange={changeView}
          rowsPerPage={rowsPerPage}
          filters={[{ id: 'email', key: text('Email'), value: email }]}
          hasCount
          toolbarActions={views}
        />
      )}
      {email !== null && mayEnd && <SignOns key={email} email={email} />}
    </>
  )
}
