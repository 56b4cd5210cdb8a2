import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Link } from '../../kit/link.tsx'
import { show } from '../../testing/show.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { DrawsAgain } from './draws-again.tsx'

function Answer() {
  const [isAsked, setAsked] = useState(false)
  return (
    <main>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <p data-testid="said">
        {isAsked ? <strong>Found</strong> : 'Nothing yet'}
        {' of this'}
      </p>
    </main>
  )
}

it('D48 texts that a translator has wrapped do not end the page', async () => {
  show(
    <DrawsAgain>
      <Answer />
    </DrawsAgain>,
  )
  const said = page.getByTestId('said')
  await expect.element(said).toHaveTextContent('Nothing yet of this')
  for (const text of [...said.element().childNodes]) {
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text.textContent ?? '')
  }
  await page.getByRole('button', { name: 'Ask' }).click()
  // Drawn afresh; what was asked is asked again.
  await expect.element(page.getByRole('button', { name: 'Ask' })).toBeVisible()
  await expect.element(said).toMatchTextContent(/^(Nothing yet|Found) of this$/)
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(said).toMatchTextContent(/^Found of this$/)
})

it('D49 a link in a question opens beside it; elsewhere in place', async () => {
  show(
    <MemoryRouter>
      <Link to="/elsewhere">Elsewhere</Link>
      <ConfirmDialog
        isOpen
        title="Deactivate?"
        verb="Deactivate"
        onConfirm={() => {}}
        onCancel={() => {}}
        consequences={[
          <Link key="sim" to="/sim/8901170000000000013">
            The SIM
          </Link>,
        ]}
      />
    </MemoryRouter>,
  )
  const link = page.getByRole('link', { name: 'The SIM', exact: true })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAccessibleDescription('Opens in a new tab')
  expect(page.getByText('Elsewhere').element().getAttribute('target')).toBe(null)
})
