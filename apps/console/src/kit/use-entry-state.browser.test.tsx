import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { useEntryState } from './use-entry-state.ts'

function List() {
  const [chosen, setChosen] = useEntryState('chosen', 0)
  return (
    <button type="button" onClick={() => setChosen(chosen + 1)}>
      {chosen} selected
    </button>
  )
}

it('54.5 what is selected comes back with its page', async () => {
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '/thing', element: <p>A thing</p> },
    ],
    { initialEntries: ['/list'] },
  )
  show(<RouterProvider router={router} />)
  await page.getByText('0 selected').click()
  await page.getByText('1 selected').click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await router.navigate('/thing')
  await expect.element(page.getByText('A thing')).toBeVisible()
  await router.navigate(-1)
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await router.navigate('/thing')
  await expect.element(page.getByText('A thing')).toBeVisible()
  await router.navigate('/list')
  await expect.element(page.getByText('0 selected')).toBeVisible()
})
