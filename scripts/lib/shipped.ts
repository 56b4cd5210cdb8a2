// What the product ships of other people, as npm's own bill of materials has it (CycloneDX 1.5).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Licences that ask for no more than their text and a name beside the copy, and those of fonts. */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]

interface Component {
  'bom-ref': string
  name: string
  version: string
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[]
  hashes?: { alg: string; content: string }[]
  properties: { name: string }[]
}
interface BillOfMaterials {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/**
 * Of these programs, from the lock file. npm names their tools and packages of ours too, by a property. Not by `--omit=dev`,
 * which also omits what the root's tools need, such as Fastify.
 */
export function billOfMaterials(programs = ['server', 'console', 'field']): BillOfMaterials {
  const workspaces = programs.map((name) => `--workspace=apps/${name}`)
  const { stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...workspaces],
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 2 ** 26 },
  )
  if (!stdout) throw new Error(`npm sbom: ${stderr}`)
  const bill = JSON.parse(stdout) as BillOfMaterials
  const isOthers = ({ properties }: Component) =>
    !properties.some(({ name }) => /^cdx:npm:package:(?:development|private)$/.test(name))
  const components = bill.components.filter(isOthers)
  const gone = new Set(bill.components.filter((part) => !isOthers(part)).map((part) => part['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => !gone.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((need) => !gone.has(need)) }))
  return { ...bill, components, dependencies }
}

/** As the package says it (SPDX), empty where it does not. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ')

/** Whether one of the ways in which it may be taken is allowed: 'MIT', '(MIT OR CC0-1.0)'. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((way) => way.split(' AND ').every((one) => allowedLicences.includes(one)))
