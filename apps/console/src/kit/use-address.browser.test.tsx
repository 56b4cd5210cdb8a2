import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { useAddress } from './use-address.ts'
import { useAddressForm } from './use-address-form.ts'

/** A search in the address, as screens have it. */
function Screen() {
  const { address, put } = useAddress()
  const inAddress = address.get('id') ?? ''
  const { draft, setDraft } = useAddressForm({ name: 'test:id', inAddress })
  return (
    <form action={() => put({ id: draft })}>
      <input aria-label="ID" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <output>{inAddress}</output>
    </form>
  )
}

it('D25 who goes Back as soon as the address has changed finds field and screen as they were', async () => {
  const router = createMemoryRouter([{ path: '/', element: <Screen /> }], {
    initialEntries: ['/?id=first'],
  })
  show(<RouterProvider router={router} />)
  const [field, shown] = [page.getByLabelText('ID'), page.getByRole('status')]
  await userEvent.fill(field, 'second')
  // Before React has a turn of its own.
  const stop = router.subscribe(({ location }) => {
    if (location.search !== '?id=second') return
    stop()
    queueMicrotask(() => void router.navigate(-1))
  })
  await userEvent.type(field, '{Enter}')
  await expect.poll(() => router.state.location.search).toBe('?id=first')
  await expect.element(shown).toHaveTextContent('first')
  await expect.element(field).toHaveValue('first')
})
