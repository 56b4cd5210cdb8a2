import { expect, type Page } from '@playwright/test'

/** The days of a log's form (yyyy-mm-dd): what the screen took for today may be yesterday by now. */
export async function daysInForm(page: Page): Promise<{ from: string; to: string }> {
  const [from, to] = await Promise.all(
    ['Start date', 'End date'].map(async (label) => {
      const parts = page.getByRole('group', { name: label }).first().getByRole('spinbutton')
      await expect(parts).toHaveCount(3)
      const read = await parts.evaluateAll((all) =>
        all.map((part) => [part.getAttribute('data-type'), part.getAttribute('aria-valuenow')] as const),
      )
      const of = Object.fromEntries(read)
      const two = (part: string | null | undefined) => String(part).padStart(2, '0')
      return `${of.year}-${two(of.month)}-${two(of.day)}`
    }),
  )
  return { from: from ?? '', to: to ?? '' }
}

/** Today by the browser's calendar. */
export const today = (page: Page): Promise<string> =>
  page.evaluate(() => new Intl.DateTimeFormat('en-CA').format(new Date()))

/** So many days before or after a day (yyyy-mm-dd). */
export function dayBeside(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The form's days are the last 7 (9, D36), of the day at which the test looked first, or of the next: midnight may have come. */
export async function expectLastDays(page: Page, before: string): Promise<void> {
  const { from, to } = await daysInForm(page)
  expect([before, await today(page)]).toContain(to)
  expect(from).toBe(dayBeside(to, -6))
}
