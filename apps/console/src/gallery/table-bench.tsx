import { culture } from '../texts/languages.ts'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/layout.css'
import '../ui/kinds.css'
import { lazy, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type SampleCompany, sampleCompanies } from './data-table-samples.ts'

/* The page that bench/table-sort.ts measures: one table, loaded apart as a screen would load it, and its baseline. */

const CompanyTable = lazy(async () => ({
  default: (await import('./data-table-companies.tsx')).CompanyTable,
}))
const count = 50_000

const titles = [
  ['name', 'Company name'],
  ['sapCompanyId', 'SAP Company ID'],
  ['salesRegion', 'Sales region'],
  ['sims', 'SIMs'],
] as const

/** The baseline: a plain table as one would write it in twenty lines, a collator asked by Array.sort. */
function PlainTable() {
  const [companies] = useState(() => sampleCompanies(count))
  const [{ key, turn }, setSort] = useState<{ key: keyof SampleCompany; turn: 1 | -1 }>({
    key: 'id',
    turn: 1,
  })
  const collator = new Intl.Collator(culture, { numeric: true, sensitivity: 'base' })
  const sorted = [...companies].sort((a, b) => turn * collator.compare(String(a[key]), String(b[key])))
  return (
    <table id="plain">
      <thead>
        <tr>
          {titles.map(([column, title]) => (
            <th key={column}>
              <button type="button" onClick={() => setSort({ key: column, turn: turn === 1 ? -1 : 1 })}>
                {title}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, 40).map((company) => (
          <tr key={company.id}>
            {titles.map(([column]) => (
              <td key={column}>{company[column]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Milliseconds from a click on a column's header until the frame with the new order is painted. */
async function clickAndPaint(title: string, within: string): Promise<number> {
  const headers = [...document.querySelectorAll<HTMLElement>(`${within} thead button`)]
  const button = headers.find(({ textContent }) => textContent === title)
  if (!button) throw new Error(`no header ${title}`)
  const body = document.querySelector(`${within} tbody`)
  const before = body?.textContent
  const start = performance.now()
  button.click()
  const end = await new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  })
  if (body?.textContent === before) throw new Error(`${title} did not sort`)
  return end - start
}

Object.assign(window, {
  clickAndPaint,
  showPlainTable: () =>
    createRoot(document.body.appendChild(document.createElement('div'))).render(<PlainTable />),
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Suspense>
      <CompanyTable caption="Many companies" count={count} rowsPerPage={Number.POSITIVE_INFINITY} />
    </Suspense>,
  )
