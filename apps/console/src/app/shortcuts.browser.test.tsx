import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { usePageKeys } from '../kit/page-keys/index.ts'
import { show } from '../testing/show.ts'
import { expectHidden, expectNoViolations, press, textsOf } from '../testing/widget.ts'
import { Button } from '../ui/button.tsx'
import { Fold } from '../ui/fold.tsx'
import { Popover } from '../ui/popover.tsx'
import { ShortcutsDialog } from './layout/shortcuts-dialog.tsx'
import { screens } from './screens.ts'
import { provideSearch, showShortcuts, useShortcuts } from './shortcuts.ts'

const refreshed = vi.fn()
const closed = vi.fn()

function OfPage() {
  usePageKeys([
    { key: 'r', what: 'Refresh', run: refreshed },
    { key: 'Escape', what: 'Close what is open', run: closed },
  ])
  return null
}

function Page() {
  const { shortcuts, isListed, close } = useShortcuts(screens)
  return (
    <>
      <p data-testid="at">{useLocation().pathname}</p>
      <input aria-label="Typed" />
      <ShortcutsDialog isOpen={isListed} shortcuts={shortcuts} onClose={close} />
    </>
  )
}

const at = page.getByTestId('at')
const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

beforeEach(() => {
  localStorage.removeItem('support-console.shortcuts')
  provideSearch(undefined)
  show(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
})

it('use 2 g, then the letter of a screen, leads there; a letter alone, one that is typed and one with Ctrl do not', async () => {
  await userEvent.keyboard('m')
  await userEvent.keyboard('gx')
  await userEvent.keyboard('{Control>}g{/Control}m')
  await page.getByRole('textbox', { name: 'Typed' }).fill('')
  await userEvent.keyboard('gm?')
  await expect.element(page.getByRole('textbox', { name: 'Typed' })).toHaveValue('gm?')
  await expect.element(at).toMatchTextContent(/^\/$/)
  await expect.element(list).not.toBeInTheDocument()
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('gm')
  await expect.element(at).toHaveTextContent('/simmanagement')
})

it('use 2 ? lists each shortcut once; while it is open the keys of the page rest', async () => {
  await userEvent.keyboard('?')
  await expect.element(list).toBeVisible()
  expect(textsOf(list.getByRole('definition'))).toEqual(['?', ...screens.map(({ letter }) => `g${letter}`)])
  await expectNoViolations('dialog')
  await userEvent.keyboard('gm')
  await expect.element(at).toMatchTextContent(/^\/$/)
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
})

it('use 2 / and Ctrl+K call the search that is there, Ctrl+K in a field too', async () => {
  const open = vi.fn()
  await userEvent.keyboard('/{Control>}k{/Control}')
  provideSearch(open)
  showShortcuts()
  await expect.element(list.getByText('Search or go to')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('/')
  expect(open).toHaveBeenCalledTimes(1)
  await page.getByRole('textbox', { name: 'Typed' }).click()
  await userEvent.keyboard('/{Control>}k{/Control}')
  expect(open).toHaveBeenCalledTimes(2)
})

it('D48 Ctrl+K is found by its place on a Cyrillic keyboard; with Shift it is the browser’s', async () => {
  const open = vi.fn()
  provideSearch(open)
  const press = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { ctrlKey: true, code: 'KeyK', bubbles: true, cancelable: true, ...init }),
    )
  await expect.poll(() => press({ key: 'л' })).toBe(false)
  expect(open).toHaveBeenCalledTimes(1)
  expect(press({ key: 'K', shiftKey: true })).toBe(true)
  expect(press({ key: 'k', metaKey: true })).toBe(true)
  // Dvorak: what stands on the key counts.
  expect(press({ key: 't' })).toBe(true)
  expect(open).toHaveBeenCalledTimes(1)
})

it('D28 who speaks, or whose hands shake, turns single keys off, and on again', async () => {
  await userEvent.keyboard('?')
  await list.getByRole('checkbox', { name: /single keys/ }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('gm?')
  await expect.element(at).toMatchTextContent(/^\/$/)
  await expect.element(list).not.toBeInTheDocument()
  showShortcuts()
  await list.getByRole('checkbox', { name: /single keys/ }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('gm')
  await expect.element(at).toHaveTextContent('/simmanagement')
})

it('39 a page’s own keys work outside fields, are listed, and go with single keys and with the page', async () => {
  show(
    <MemoryRouter>
      <Page />
      <OfPage />
    </MemoryRouter>,
  )
  refreshed.mockClear()
  await userEvent.keyboard('r')
  expect(refreshed).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
  await page.getByRole('textbox', { name: 'Typed' }).click()
  await userEvent.keyboard('r')
  expect(refreshed).toHaveBeenCalledTimes(1)
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('?')
  await expect.element(list.getByText('Refresh')).toBeVisible()
  await list.getByRole('checkbox', { name: /single keys/ }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('r')
  expect(refreshed).toHaveBeenCalledTimes(1)
  localStorage.removeItem('support-console.shortcuts')
  show(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  await userEvent.keyboard('r')
  expect(refreshed).toHaveBeenCalledTimes(1)
})

it('U13 Escape closes a popover within a fold, then the fold, then serves the page', async () => {
  show(
    <MemoryRouter>
      <Page />
      <OfPage />
      <Fold label="More" words="More">
        <Popover words="Ask…" name="Asked">
          {() => <Button>Yes</Button>}
        </Popover>
      </Fold>
    </MemoryRouter>,
  )
  closed.mockClear()
  const [more, ask, yes] = ['More', 'Ask…', 'Yes'].map((name) => page.getByRole('button', { name })) as [
    Locator,
    Locator,
    Locator,
  ]
  await press(more, '{Enter}')
  await expect.element(ask).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(yes).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectHidden(yes)
  await expect.element(ask).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectHidden(ask)
  await expect.element(more).toHaveFocus()
  expect(closed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
})
