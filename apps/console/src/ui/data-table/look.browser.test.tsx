import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CompanyTable, companyHeaders, companyPlan } from '../../gallery/data-table-companies.tsx'
import { LogTable } from '../../gallery/data-table-log.tsx'
import { sampleCompanies } from '../../gallery/data-table-samples.ts'
import {
  CallTable,
  ChipsPart,
  ClickableTable,
  ManyTable,
  SelectionTable,
  StateTable,
} from '../../gallery/data-table-section.tsx'
import { standOn } from '../../testing/device.ts'
import { refusals } from '../../testing/policy.ts'
import { show } from '../../testing/show.ts'
import { goTo, header, rows, sortButton } from '../../testing/table.ts'
import { boxOf, expectNoViolations, expectNoViolationsInThemes, press } from '../../testing/widget.ts'
import { DataTable, lazyRows, type TableRow } from './index.ts'

it('2.14 the header stays in view under the header bar when the page scrolls', async () => {
  show(<LogTable />)
  rows.nth(60).element().scrollIntoView()
  await userEvent.wheel(page.getByRole('table'), { delta: { y: 200 } })
  await expect.element(header('Status')).toBeInViewport()
  expect(boxOf(header('Status')).y).toBeLessThan(60)
})

describe('data table on a phone', () => {
  const phone = { width: 390, height: 844 }

  it('2.14 D28 the page never scrolls sideways, the region does, and the identifying column stays', async () => {
    await standOn(phone)
    show(<CompanyTable caption="Companies" count={1250} />)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    const region = page.getByRole('region', { name: 'Companies' })
    await expect.element(region).toHaveAttribute('tabindex', '0')
    const cell = rows.first().getByCss('td').first()
    cell.element().scrollIntoView()
    region.element().scrollTo(200, 0)
    await expect.poll(() => region.element().scrollLeft).toBeGreaterThan(0)
    await expect.element(cell).toBeInViewport({ ratio: 0.99 })
    expect(boxOf(rows.first()).height).toBeGreaterThanOrEqual(36)
    expect(boxOf(page.getByRole('button', { name: 'Next page' })).height).toBeGreaterThanOrEqual(36)
  })

  it('D28, use 1 a table that is wider than its place says on which side it goes on', async () => {
    await standOn(phone)
    show(<CompanyTable caption="Companies" count={3} />)
    const region = page.getByRole('region', { name: 'Companies' })
    const edges = region.element().parentElement as Element
    const sides = () => ['::before', '::after'].map((side) => getComputedStyle(edges, side).opacity)
    await expect.poll(sides).toEqual(['0', '1'])
    region.element().scrollTo(60, 0)
    await expect.poll(sides).toEqual(['1', '1'])
    // On the left it lies behind what stays in sight.
    const staying = boxOf(page.getByRole('columnheader').first()).right - boxOf(region).x
    expect(Number.parseFloat(getComputedStyle(edges, '::before').left)).toBeCloseTo(staying, 0)
    region.element().scrollTo(1000, 0)
    await expect.poll(sides).toEqual(['1', '0'])
    await standOn({ width: 1440 })
    await expect.poll(sides).toEqual(['0', '0'])
  })

  it('D28, use 1 no number and no identifier is cut or broken, however narrow its place', async () => {
    await standOn({ width: 320 })
    show(<CompanyTable caption="Companies" count={20} />)
    for (const cell of page.getByCss('tbody td:not(:first-child)').elements()) {
      expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth)
      expect(cell.clientHeight, cell.textContent).toBeLessThan(48)
    }
  })

  it('2.14 the header follows the page although the region scrolls sideways', async () => {
    await standOn(phone)
    show(<LogTable />)
    rows.nth(50).element().scrollIntoView()
    await expect.element(header('Sim ID')).toBeInViewport()
  })
})

it('2.14, use 2, robust 2 nothing moves when the rows come: the place of their count and of their buttons is kept', async () => {
  await standOn({ width: 390 })
  const top = (rows: readonly TableRow[], state: 'pending' | 'fulfilled') => {
    show(
      <DataTable
        caption="Companies"
        headers={companyHeaders}
        rows={rows}
        state={state}
        hasCount
        toolbarRowActions={<button type="button">Download</button>}
      />,
    )
    return boxOf(page.getByRole('region')).y
  }
  const kept = top([], 'pending')
  await expect.element(page.getByRole('button', { name: 'Download' })).not.toBeInTheDocument()
  expect(top(lazyRows(sampleCompanies(2), companyPlan), 'fulfilled')).toBe(kept)
  await page.getByRole('button', { name: 'More for this list' }).click()
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

it('2.14, robust 5 sorting and resizing keep within one round of the layout: the browser reports no loop', async () => {
  const errors: string[] = []
  const note = ({ message }: ErrorEvent) => errors.push(message)
  addEventListener('error', note)
  onTestFinished(() => removeEventListener('error', note))
  show(<LogTable />)
  for (const title of ['Status', 'Sim ID', 'Status', 'Date (UTC)']) await sortButton(title).click()
  for (const width of [1024, 390, 1200, 700]) {
    await standOn({ width })
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  }
  expect(errors).toEqual([])
})

for (const width of [1440, 390]) {
  it(`2.14 D28 no accessibility violation, ${width} wide`, async () => {
    await standOn({ width, reducesMotion: true })
    // The last page of the log: a check of colours takes its time over each cell.
    goTo('?page=12')
    show(
      <>
        <LogTable />
        <SelectionTable />
        <StateTable />
        <ClickableTable />
        <ManyTable />
        <ChipsPart />
        <section>
          <CallTable />
        </section>
      </>,
    )
    await page
      .getByRole('button', { name: /^Sub rows of / })
      .first()
      .click()
    await (width === 1440 ? expectNoViolationsInThemes('main') : expectNoViolations('main'))
    for (const state of ['rejected', 'pending']) {
      // A press closes the fold.
      if (width < 1024) await page.getByRole('button', { name: 'More for this list' }).last().click()
      await page.getByRole('button', { name: state, exact: true }).click()
      await expectNoViolations('main > section')
    }
  })
}

it('2.14 R20 the table lives under a policy without inline styles', async () => {
  show(<ManyTable />)
  await press(page.getByRole('region', { name: 'Many companies' }), '{End}')
  await sortButton('SIMs').click()
  await expect.element(header('SIMs')).toHaveAttribute('aria-sort')
  expect(refusals()).toEqual([])
})
