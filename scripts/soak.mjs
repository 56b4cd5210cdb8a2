// npm run soak: proof/soak.ts on the project's Node.js.
import { checkStartingNode, ensureInstalled, run } from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
process.exit(
  await run('node', ['--disable-warning=ExperimentalWarning', 'proof/soak.ts', ...process.argv.slice(2)]),
)
