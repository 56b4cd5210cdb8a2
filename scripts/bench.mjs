// npm run bench [NAME …]: figures beside their baselines and budgets, on the console as it is now.
import { checkStartingNode, ensureConsoleBuilt, ensureInstalled, run } from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
ensureConsoleBuilt()
process.exit(await run('node', ['bench/run.ts', ...process.argv.slice(2)]))
