import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/support-console')

/** What tests start again and again. As people start them, from their sources: `scripts/start.test.ts`. */
const programs = [
  'apps/server/src/programs/serve.ts',
  'apps/server/src/programs/import.ts',
  'apps/server/src/programs/audit.ts',
  'apps/field/src/main.ts',
]

/**
 * Each program with all that it imports as one file or a few: a start reads those instead of 1,400 modules, for a third of
 * the processor's time. Kept until a source or a package changes.
 * @returns the folder, for `BUNDLED_PROGRAMS`
 */
export async function bundlePrograms(): Promise<string> {
  const sources = globSync(['apps/{server,field}/**/*.{ts,json}', 'packages/*/**/*.{ts,json}'], {
    cwd: root,
    exclude: (name) => ['node_modules', 'dist'].includes(basename(name)),
  }).sort()
  const hash = createHash('sha256')
  for (const file of [...sources, 'package-lock.json', relative(root, import.meta.filename)])
    hash.update(file).update(readFileSync(join(root, file)))
  const folder = join(cache, `programs-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  for (const former of readdirSync(cache).filter((name) => name.startsWith('programs-')))
    rmSync(join(cache, former), { recursive: true, force: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((program) => [nameOf(program), join(root, program)])),
    platform: 'node',
    // It looks for its database beside its own file.
    external: [/^@electric-sql\//],
    plugins: [asWhereTheyLie],
    onLog() {},
  })
  await bundle.write({ dir: unfinished, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run was first.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/**
 * What to start: the bundled program where `BUNDLED_PROGRAMS` tells of one, otherwise its source.
 * @param program its source, from the root, as `apps/field/src/main.ts`
 */
export function programFile(program: string): string {
  const { BUNDLED_PROGRAMS } = process.env
  return BUNDLED_PROGRAMS ? join(BUNDLED_PROGRAMS, `${nameOf(program)}.mjs`) : join(root, program)
}

const nameOf = (program: string): string => program.replaceAll('/', '-').replace(/\.ts$/, '')

/** Modules find files beside themselves as if they were not bundled; a module named at run time is one of its folder's. */
const asWhereTheyLie: Plugin = {
  name: 'as-where-they-lie',
  transform(code, id) {
    const changed = code
      .replaceAll(/\bimport\.meta\.url\b/g, () => JSON.stringify(pathToFileURL(id).href))
      .replaceAll(/\bimport\.meta\.dirname\b/g, () => JSON.stringify(dirname(id)))
      .replaceAll(/(?<!(?:const|let|var) )\b__dirname\b/g, () => JSON.stringify(dirname(id)))
      .replaceAll(/\bimport\((?:\/\*[^*]*\*\/ )?`\.\/\$\{(\w+)\}\.ts`\)/g, (_, name: string) => {
        const beside = readdirSync(dirname(id)).filter(
          (file) => /^[\w-]+\.ts$/.test(file) && file !== basename(id),
        )
        return `({ ${beside.map((file) => `'${file.slice(0, -3)}': () => import('./${file}')`)} })[${name}]()`
      })
    return changed === code ? null : changed
  },
}
