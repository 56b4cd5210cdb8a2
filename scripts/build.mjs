// npm run build: the console for production. Server and field run from their sources.
import { buildConsole, checkStartingNode, ensureInstalled } from './lib/toolchain.mjs'

checkStartingNode()
await ensureInstalled()
console.log(await buildConsole())
