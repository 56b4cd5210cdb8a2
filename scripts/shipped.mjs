// npm run task -- shipped [--sbom FILE] [--texts FILE]: each package that the product ships, by its licence; ends with 1 where one
// is not allowed (scripts/lib/shipped.ts). Into the files: the bill of materials of the image, and the texts that go with a copy.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { billOfMaterials, isAllowed, licenceOf } from './lib/shipped.ts'
import { root } from './lib/toolchain.mjs'

const { sbom, texts } = parseArgs({ options: { sbom: { type: 'string' }, texts: { type: 'string' } } }).values
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { components } = billOfMaterials()
const byLicence = Map.groupBy(components, (part) => licenceOf(part) || 'none said')
for (const [licence, parts] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  console.log(
    `${isAllowed(licence) ? '✓' : '✗'} ${licence} (${parts.length}): ${parts.map((part) => part['bom-ref']).join(', ')}`,
  )
if (sbom) {
  // The field is no part of the image, Node.js is.
  const bill = billOfMaterials(['server', 'console'])
  const version = readJson('package.json').devDependencies.node
  const node = { type: 'platform', 'bom-ref': `node@${version}`, name: 'node', version }
  bill.components.unshift({ ...node, purl: `pkg:generic/node@${version}` })
  writeFileSync(sbom, `${JSON.stringify(bill, undefined, 2)}\n`)
}
if (texts) {
  const { packages } = readJson('package-lock.json')
  writeFileSync(texts, components.map((part) => textOf(part, packages)).join('\n'))
}
if (![...byLicence.keys()].every(isAllowed)) process.exitCode = 1

/** As the package brings it; where it brings none, what it says of itself. */
function textOf(part, packages) {
  const isOfPart = (path) =>
    path.endsWith(`node_modules/${part.name}`) && packages[path].version === part.version
  const folder = join(root, Object.keys(packages).find(isOfPart))
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const said = files.map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return `${'='.repeat(80)}\n${part['bom-ref']}: ${licenceOf(part)}\n\n${said.join('\n\n') || '(the package brings no text)'}\n`
}
