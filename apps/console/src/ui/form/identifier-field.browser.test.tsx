import { beforeEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import Fields from '../../gallery/sections/2-fields.tsx'
import { show } from '../../testing/show.ts'
import { paste } from '../../testing/widget.ts'

const field = page.getByRole('textbox', { name: 'SIM ID' })

/** The letters in groups, as the eye sees them where the field does not show its own. */
const groups = () => [...(field.element().parentElement?.querySelectorAll('input ~ [aria-hidden]') ?? [])]

describe('D24, D29 identifier field', () => {
  beforeEach(() => show(<Fields />))

  it('D24 a paste loses its spaces and dashes; the value is bare, the eye sees groups', async () => {
    await paste(field, ' 8901-1700 0000\n0000 013 ')
    await expect.element(field).toHaveValue('8901170000000000013')
    await expect.element(page.getByTestId('iccid')).toHaveTextContent('8901170000000000013')
    await expect
      .poll(() => groups().flatMap(({ children }) => Array.from(children, ({ textContent }) => textContent)))
      .toEqual(['8901', '1700', '0000', '0000', '013', ''])
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
    await userEvent.copy()
    await expect.poll(() => navigator.clipboard.readText()).toBe('8901170000000000013')
  })

  it('D24 the F that fills up a SIM ID goes, pasted or typed: the field holds what the screens read', async () => {
    await paste(field, '8901 1700 0000 0000 013F')
    await expect.element(field).toHaveValue('8901170000000000013')
    await userEvent.keyboard('f')
    await expect.element(field).toHaveValue('8901170000000000013')
    await expect.element(page.getByTestId('iccid')).toMatchTextContent(/^8901170000000000013$/)
    await userEvent.keyboard('x')
    await expect.element(field).toHaveValue('8901170000000000013x')
  })

  it.each([
    ['“8901170000000000013”,', 'quotes and a separator'],
    ['="8901170000000000013"', 'the guard of a spreadsheet'],
    ['ICCID: 8901\u200b1700\u202a0000\u00ad0000013', 'a label, and what no one sees'],
    ['٨٩٠١١٧٠٠٠٠٠٠٠٠٠٠٠١٣', 'digits of another script'],
  ])('D47 a paste of %j loses %s', async (pasted) => {
    await paste(field, pasted)
    await expect.element(field).toHaveValue('8901170000000000013')
  })

  it('D47 an input method makes its characters in peace, and each comes once', async () => {
    await field.click()
    for (const text of ['８', '８９', '８９０'])
      await cdp().send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await expect.element(field).toHaveValue('８９０')
    await cdp().send('Input.insertText', { text: '８９０' })
    await expect.element(field).toHaveValue('890')
    await expect.element(page.getByTestId('iccid')).toMatchTextContent(/^890$/)
  })

  it('D24 a paste is undone by Ctrl+Z, and done again', async () => {
    const iccid = page.getByTestId('iccid')
    await field.click()
    await userEvent.keyboard('8901')
    await paste(field, ' 1700-0000 0000\n013F')
    await expect.element(field).toHaveValue('8901170000000000013')
    await userEvent.keyboard('{ControlOrMeta>}z{/ControlOrMeta}')
    await expect.element(field).toHaveValue('8901')
    await expect.element(iccid).toMatchTextContent(/^8901$/)
    await userEvent.keyboard('{ControlOrMeta>}{Shift>}z{/Shift}{/ControlOrMeta}')
    await expect.element(iccid).toMatchTextContent(/^8901170000000000013$/)
  })

  it('D24 a paste in the middle takes the place of what is selected, and the caret stands behind it', async () => {
    await field.click()
    await userEvent.keyboard('89019913')
    await userEvent.keyboard(`{Home}${'{ArrowRight}'.repeat(4)}{Shift>}{ArrowRight}{ArrowRight}{/Shift}`)
    await navigator.clipboard.writeText('17-00 ')
    await userEvent.paste()
    await expect.element(field).toHaveValue('8901170013')
    await userEvent.keyboard('5')
    await expect.element(field).toHaveValue('89011700513')
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
    await navigator.clipboard.writeText(' - ')
    await userEvent.paste()
    await expect.element(field).toHaveValue('')
    await userEvent.keyboard('{ControlOrMeta>}z{/ControlOrMeta}')
    await expect.element(field).toHaveValue('89011700513')
  })

  it('D29 editing in the middle shows the letters themselves, and what is typed lands where the caret is', async () => {
    await field.fill('89011700')
    await expect.poll(groups).toHaveLength(1)
    await userEvent.keyboard('{Home}{ArrowRight}')
    await expect.poll(groups).toHaveLength(0)
    await userEvent.keyboard('5')
    await expect.element(field).toHaveValue('859011700')
    await userEvent.keyboard('{ArrowLeft}- 7')
    await expect.element(field).toHaveValue('8759011700')
  })

  it('D29 can be cleared by its button, and keeps the focus', async () => {
    await field.fill('8901')
    await page.getByRole('button', { name: 'Clear SIM ID' }).click()
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveFocus()
  })

  it('D29 a GUID keeps its dashes', async () => {
    const physical = page.getByRole('textbox', { name: 'Physical ID' })
    await physical.fill(' {6f9619ff-8b86-d011-b42d-00c04fc964ff} ')
    await expect.element(physical).toHaveValue('{6f9619ff-8b86-d011-b42d-00c04fc964ff}')
    await expect.element(physical).not.toHaveAttribute('aria-invalid', 'true')
  })
})
