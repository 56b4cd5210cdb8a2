// npm run audit:verify and npm run audit:archive (docs/audit.md), on the project's Node.js.
import { resolve } from 'node:path'
import { checkStartingNode, ensureInstalled, root, run } from './lib/toolchain.mjs'

checkStartingNode()
await ensureInstalled()
// npm runs scripts in the project's folder; files are named from where the user stands.
const from = process.env.INIT_CWD || process.cwd()
const options = ['--file', '--key', '--to']
const args = process.argv.slice(2)
const located = args.map((arg, i) => {
  if (options.includes(args[i - 1])) return resolve(from, arg)
  const [option, path] = arg.split(/=(.+)/, 2)
  return path && options.includes(option) ? `${option}=${resolve(from, path)}` : arg
})
const settings = { DATA_DIR: resolve(root, process.env.DATA_DIR || 'data') }
// Left to itself V8 lets the heap grow to several times what is needed, and is no faster for it.
const heap = ['--max-semi-space-size=8', '--max-old-space-size=192']
const flags = ['--disable-warning=ExperimentalWarning', ...heap]
process.exit(await run('node', [...flags, 'apps/server/src/programs/audit.ts', ...located], settings))
