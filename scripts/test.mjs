// npm test: gets Chromium where it is missing, builds the console, runs every test.

import { ensureChromium } from './lib/chromium.mjs'
import { checkStartingNode, ensureConsoleBuilt, ensureInstalled, run } from './lib/toolchain.mjs'

checkStartingNode()
ensureInstalled()
const chromium = ensureChromium()
ensureConsoleBuilt()

const unit = await run('vitest', ['run'])
if (unit !== 0) process.exit(unit)
process.exit(await run('playwright', ['test', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium }))
