// npm run import -- [--dry-run] [--errors FILE] FILE...: starts the import (docs/import.md) on the project's Node.js.
import { resolve } from 'node:path'
import { checkStartingNode, ensureInstalled, root, run } from './lib/toolchain.mjs'

checkStartingNode()
await ensureInstalled()
// npm runs scripts in the project's folder; files are named from where the user stands.
const from = process.env.INIT_CWD || process.cwd()
const args = process.argv.slice(2)
const located = args.map((arg, i) => {
  const isPath = !arg.startsWith('-') || args[i - 1] === '--errors'
  return isPath
    ? resolve(from, arg)
    : arg.replace(/^--errors=(.+)/, (_, path) => `--errors=${resolve(from, path)}`)
})
const settings = { DATA_DIR: resolve(root, process.env.DATA_DIR || 'data') }
// Left to itself V8 lets the heap grow to several times what an import needs, and is no faster for it.
const heap = ['--max-semi-space-size=16', '--max-old-space-size=192']
const options = ['--disable-warning=ExperimentalWarning', ...heap]
process.exit(await run('node', [...options, 'apps/server/src/programs/import.ts', ...located], settings))
