/** The focus goes to the next row, or the one before it. */
export function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const rows = links.length > 0 ? links : firstsOfRows()
  const at = rows.findIndex((row) => (row.closest('tr') ?? row).contains(document.activeElement))
  const next = at < 0 && by < 0 ? rows.length - 1 : at + by
  rows[next]?.focus()
}

/** Where rows lead nowhere as a whole: what stands first in each. */
const firstsOfRows = (): HTMLElement[] =>
  [...document.querySelectorAll('main tbody tr')].flatMap((row) => row.querySelector<HTMLElement>('a') ?? [])

/** The row that has the focus is selected, or no longer is. */
export function selectRow(): void {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
}
