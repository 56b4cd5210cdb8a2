// npm run task -- sbom [FILE]: what the image holds of other people, as a bill of materials (CycloneDX 1.5, JSON), on standard output or
// into the file. The image has its own at /app/sbom.cdx.json.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refOf, shipped } from './lib/shipped.ts'
import { root } from './lib/toolchain.mjs'

const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const node = product.devDependencies.node
// The field is no part of it.
const parts = shipped(['apps/server', 'apps/console'])
const needed = new Set(parts.flatMap(({ needs }) => needs))

const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${uuidOf(readFileSync(join(root, 'package-lock.json')))}`,
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': refOf(product),
      name: product.name,
      version: product.version,
      licenses: [{ license: { id: product.license } }],
    },
  },
  components: [
    {
      type: 'platform',
      'bom-ref': `node@${node}`,
      name: 'node',
      version: node,
      purl: `pkg:generic/node@${node}`,
    },
    ...parts.map((each) => ({
      type: 'library',
      'bom-ref': refOf(each),
      name: each.name,
      version: each.version,
      purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
      licenses: each.licence.includes(' ')
        ? [{ expression: each.licence }]
        : [{ license: { id: each.licence } }],
      ...(each.integrity && { hashes: [hashOf(each.integrity)] }),
    })),
  ],
  dependencies: [
    {
      ref: refOf(product),
      dependsOn: [`node@${node}`, ...parts.map(refOf).filter((ref) => !needed.has(ref))],
    },
    ...parts.map((each) => ({ ref: refOf(each), dependsOn: each.needs })),
  ],
}
const text = `${JSON.stringify(bom, undefined, 2)}\n`
const [file] = process.argv.slice(2)
if (file) writeFileSync(file, text)
else process.stdout.write(text)

function hashOf(integrity) {
  const [algorithm, content] = integrity.split(/-(.*)/)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') }
}

/** The same for the same packages. */
function uuidOf(bytes) {
  const hex = createHash('sha256').update(bytes).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
