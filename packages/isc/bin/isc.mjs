#!/usr/bin/env node
// isc: the console's command line. It begins on any Node.js from 20 on and runs on the project's own, as `npm start` does.
import { checkStartingNode, run } from '../../../scripts/lib/toolchain.mjs'

checkStartingNode()
const main = new URL('../src/main.ts', import.meta.url).pathname
process.exit(await run('node', ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)]))
