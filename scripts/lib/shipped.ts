// What the product ships of other people: every package that server, console or field need to run, read from the lock file.
// (`npm sbom --omit=dev` leaves out what the root's tools need, too: Fastify, React and pg, of all things.)
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The programs that are shipped, by their folders. */
const programs = ['apps/server', 'apps/console', 'apps/field']

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

interface Entry {
  version: string
  license?: string
  integrity?: string
  /** A link to a folder of ours, which `resolved` names. */
  link?: true
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
/** By where they lie, as the lock file has them. */
type Packages = Record<string, Entry>

interface Shipped {
  name: string
  version: string
  /** As the package says it (SPDX), empty where it does not. */
  licence: string
  /** Empty: one of ours. */
  integrity: string
  /** `name@version` each. */
  needs: string[]
  /** Where it lies, from the root. */
  path: string
}

/** The packages that these programs need, each once. */
export function shipped(folders: readonly string[] = programs): Shipped[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Packages
  }
  const found = new Map<string, Shipped>()
  const take = (from: string, name: string): Shipped | undefined => {
    const path = placeOf(packages, from, name)
    // What is optional and not for this machine is not there.
    if (!path) return undefined
    const at = packages[path]?.link ? (packages[path].resolved ?? '') : path
    const entry = packages[at] as Entry
    const known = found.get(at)
    if (known) return known
    const { version, license = '', integrity = '' } = entry
    const each: Shipped = {
      name,
      version,
      licence: isOurs(at) ? 'MIT' : license,
      integrity,
      needs: [],
      path: at,
    }
    found.set(at, each)
    each.needs = needsOf(entry)
      .flatMap((need) => take(at, need) ?? [])
      .map(refOf)
    return each
  }
  for (const folder of folders) for (const name of needsOf(packages[folder] as Entry)) take(folder, name)
  // A version may lie at two places.
  const once = new Map([...found.values()].map((each) => [refOf(each), each]))
  return [...once.values()].sort((a, b) => (refOf(a) < refOf(b) ? -1 : 1))
}

export const refOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`

const needsOf = (entry: Entry): string[] => {
  const { dependencies = {}, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = entry
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => !peerDependenciesMeta[name]?.optional || name in dependencies,
  )
}

/** Where Node.js finds it from there: in the nearest node_modules upwards. */
function placeOf(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

const isOurs = (path: string) => path.startsWith('packages/')

/** Whether one of the ways in which it may be taken is allowed: 'MIT', '(MIT OR CC0-1.0)'. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((each) => each.split(' AND ').every((one) => allowedLicences.includes(one)))
