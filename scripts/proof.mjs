// npm run chaos, npm run soak: a program of proof/ on the project's Node.js.
import { checkStartingNode, ensureInstalled, run } from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
const [program, ...args] = process.argv.slice(2)
process.exit(await run('node', ['--disable-warning=ExperimentalWarning', `proof/${program}.ts`, ...args]))
