// node scripts/command.mjs PROGRAM [ARGUMENTS]: one of the server's programs for operators, on the project's Node.js.
import { resolve } from 'node:path'
import { checkStartingNode, ensureInstalled, root, run } from './lib/toolchain.mjs'

checkStartingNode()
await ensureInstalled()
const [program, ...args] = process.argv.slice(2)
const settings = { DATA_DIR: resolve(root, process.env.DATA_DIR || 'data') }
const flags = ['--disable-warning=ExperimentalWarning']
process.exit(await run('node', [...flags, `apps/server/src/programs/${program}.ts`, ...args], settings))
