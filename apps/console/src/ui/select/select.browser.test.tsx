import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Choices from '../../gallery/sections/3-choices.tsx'
import { standOn } from '../../testing/device.ts'
import { show } from '../../testing/show.ts'
import { boxOf, expectHidden, expectNoViolations, focus, press, textsOf } from '../../testing/widget.ts'

const combo = (name: string) => page.getByRole('combobox', { name, exact: true })
const options = page.getByRole('option')
const search = page.getByRole('combobox', { name: 'Search the options' })
const list = page.getByRole('listbox')

describe('5, 8, 9 select menu', () => {
  beforeEach(() => show(<Choices />))

  it('5 opens and chooses by keyboard alone; Escape keeps the old choice', async () => {
    const year = combo('Year')
    await focus(year)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('listbox', { name: 'Year' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: '2020' })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await expect.element(year).toHaveTextContent('2020')
    await expect.element(year).toHaveFocus()
    await userEvent.keyboard('{Enter}{Home}{Enter}')
    await expect.element(year).toHaveTextContent('2018')
    await expect.element(year).toHaveFocus()
    await userEvent.keyboard('2021{Enter}')
    await expect.element(year).toHaveTextContent('2021')
    await expect.element(year).toHaveFocus()
  })

  it('5, decision 005 typing on the closed box opens and filters; only Enter chooses', async () => {
    const year = combo('Year')
    for (const { field, had, letters, left } of [
      { field: year, had: '2020', letters: '021', left: ['2021'] },
      { field: combo('CIDR'), had: '/16', letters: '/24', left: ['/24'] },
      { field: combo('Reservation'), had: 'Mountain Watch', letters: 'r s', left: ['Harbor Security'] },
    ]) {
      await press(field, letters)
      await expect.poll(() => textsOf(options)).toEqual(left)
      await expect.element(search).toHaveFocus()
      await expect.element(search).toHaveValue(letters)
      await expect.element(field).toHaveTextContent(had)
      await userEvent.keyboard('{Escape}')
      await expectHidden(list)
      await expect.element(field).toHaveTextContent(had)
      await expect.element(field).toHaveFocus()
    }
    // What was typed is forgotten; in an open menu it filters as well.
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => options.length).toBe(5)
    await userEvent.keyboard('great')
    await expect.poll(() => textsOf(options)).toEqual(['Great Lakes Alarm'])
    await expect.element(search).toHaveFocus()
    // It goes on where the caret stands.
    await userEvent.keyboard('{Home}x')
    await expect.element(search).toHaveValue('xgreat')
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}prairie{Enter}')
    await expect.element(combo('Reservation')).toHaveTextContent('Prairie Alarm')
  })

  it('5 is searchable from eight options on', async () => {
    await combo('Year').click()
    await expect.poll(() => search.length).toBe(0)
    await combo('CIDR').click()
    await expect.element(search).toHaveFocus()
    await expect.element(search).toHaveAttribute('placeholder', 'Select...')
    await userEvent.keyboard('2')
    await expect.poll(() => options.length).toBe(13)
    await userEvent.keyboard('4')
    await expect.poll(() => textsOf(options)).toEqual(['/24'])
    await userEvent.keyboard('{Enter}')
    await expect.element(combo('CIDR')).toHaveTextContent('/24')
    await expect.element(combo('CIDR')).toHaveFocus()
    await combo('CIDR').click()
    await userEvent.keyboard('zz')
    await expect.poll(() => textsOf(options)).toEqual(['No options'])
  })

  it('9 at most 300 high, at least 140; a page is five', async () => {
    // Four options, without a search field.
    await combo('Year').click()
    await expect.element(list).toBeVisible()
    expect(boxOf(list).height).toBeGreaterThanOrEqual(140)
    await combo('CIDR').click()
    await expect.element(search).toHaveFocus()
    expect(boxOf(list).height).toBeLessThanOrEqual(300)
    const active = () => Number(search.element().getAttribute('aria-activedescendant')?.split('-').at(-1))
    const before = active()
    await userEvent.keyboard('{PageDown}')
    await expect.poll(active).toBe(before + 5)
    await userEvent.keyboard('{PageUp}{PageUp}')
    await expect.poll(active).toBe(before - 5)
    await userEvent.keyboard('zz')
    await expect.poll(() => textsOf(options)).toEqual(['No options'])
    expect(boxOf(list).height).toBeGreaterThanOrEqual(140)
  })

  it('5 finds its value in groups; disabled options cannot be chosen', async () => {
    const field = combo('Reservation')
    await expect.element(field).toHaveTextContent('Mountain Watch')
    await field.click()
    await expect
      .poll(() => page.getByRole('group', { name: 'United States' }).getByRole('option').length)
      .toBe(3)
    await page.getByRole('option', { name: 'Great Lakes Alarm' }).click({ force: true })
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.element(field).toHaveTextContent('Harbor Security')
  })

  it('5, 8 the first option is the default; placeholders: Please select, No options, Loading...', async () => {
    await expect.element(combo('Nothing chosen')).toHaveTextContent('Please select')
    await expect.element(combo('Defaults to the first')).toHaveTextContent('2018')
    // A value that no option has, in groups or outside, is not kept.
    await expect.element(combo('Value without an option')).toHaveTextContent('No region')
    await expect.element(combo('Disabled without a value')).toHaveTextContent('Please select')
    await combo('No options').click()
    await expect.poll(() => textsOf(options)).toEqual(['No options'])
    await userEvent.keyboard('{Enter}{Escape}')
    await combo('Loading').click()
    await expect.poll(() => textsOf(options)).toEqual(['Loading...'])
    await expect.element(combo('Release, disabled')).toBeDisabled()
  })

  it('5 a required menu that was left without a choice says so; a press elsewhere closes it', async () => {
    const field = combo('Nothing chosen')
    await field.click()
    await expect.element(list).toBeVisible()
    await page.getByTestId('date').click()
    await expectHidden(list)
    await expect.element(field).toHaveAccessibleDescription('This field is required')
  })

  it('D28 the open menu has no accessibility violation', async () => {
    await standOn({ reducesMotion: true })
    for (const name of ['Reservation', 'CIDR', 'No options']) {
      await combo(name).click()
      await expect.element(list).toBeVisible()
      await expectNoViolations('[popover]:popover-open')
      await userEvent.keyboard('{Escape}')
    }
  })
})
