// node scripts/command.mjs PROGRAM [ARGUMENTS]: one of the server's programs for operators, on the project's Node.js.
import { resolve } from 'node:path'
import { checkStartingNode, ensureInstalled, root, run } from './lib/toolchain.mjs'

/**
 * Programs that are given files: the options that name one, whether every argument that is no option does, and V8's heap for
 * short-lived things in MB. Left to itself the heap grows to several times what is needed, and is no faster for it.
 */
const ofFiles = {
  audit: { options: ['--file', '--key', '--to'], argumentsToo: false, young: 8 },
  import: { options: ['--errors'], argumentsToo: true, young: 16 },
}

checkStartingNode()
await ensureInstalled()
const [program, ...args] = process.argv.slice(2)
const files = ofFiles[program]
const settings = { DATA_DIR: resolve(root, process.env.DATA_DIR || 'data') }
const flags = ['--disable-warning=ExperimentalWarning']
if (files) flags.push(`--max-semi-space-size=${files.young}`, '--max-old-space-size=192')
process.exit(
  await run('node', [...flags, `apps/server/src/programs/${program}.ts`, ...args.map(located)], settings),
)

/** npm runs scripts in the project's folder; files are named from where the user stands. */
function located(arg, i) {
  if (!files) return arg
  const from = process.env.INIT_CWD || process.cwd()
  const isFile = files.options.includes(args[i - 1]) || (files.argumentsToo && !arg.startsWith('-'))
  if (isFile) return resolve(from, arg)
  const [option, path] = arg.split(/=(.+)/, 2)
  return path && files.options.includes(option) ? `${option}=${resolve(from, path)}` : arg
}
