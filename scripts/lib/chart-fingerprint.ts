import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Of all that a chart is rendered from: what was kept of it is old where this has changed. */
export function chartFingerprint(folder: string): string {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'example-values.yaml')))
  const chart = join(folder, 'support-console')
  const files = readdirSync(chart, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(chart.length)).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}
