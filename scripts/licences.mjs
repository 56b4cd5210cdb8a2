// npm run task -- licences [--texts FILE]: under which licence each package is that the product ships; ends with 1 where one is not
// allowed (scripts/lib/shipped.ts has the list). With --texts the texts that have to go with a copy, in one file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isAllowed, refOf, shipped } from './lib/shipped.ts'
import { root } from './lib/toolchain.mjs'

const { texts } = parseArgs({ options: { texts: { type: 'string' } } }).values
const packages = shipped()
const byLicence = Map.groupBy(packages, ({ licence }) => licence || 'none said')
for (const [licence, those] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  console.log(
    `${isAllowed(licence) ? '✓' : '✗'} ${licence} (${those.length}): ${those.map(refOf).join(', ')}`,
  )
if (texts)
  writeFileSync(
    texts,
    packages
      .filter(({ integrity }) => integrity)
      .map(textOf)
      .join('\n'),
  )
if (!packages.every(({ licence }) => isAllowed(licence))) process.exitCode = 1

/** As the package brings it; where it brings none, what it says of itself. */
function textOf({ path, ...each }) {
  const folder = join(root, path)
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const said = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return `${'='.repeat(80)}\n${refOf(each)}: ${each.licence}\n\n${said.join('\n\n') || '(the package brings no text)'}\n`
}
