// npm run mutants [-- NAME|AREA …] [--list]: plants faults in a copy of this checkout, and says which no test notices.
import { checkStartingNode, ensureInstalled, run } from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
process.exit(await run('node', ['scripts/mutants/run.ts', ...process.argv.slice(2)]))
