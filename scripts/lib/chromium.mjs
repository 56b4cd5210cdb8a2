// A Chromium for the browser tests: the one that is there, or Debian's package when this runs as root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { giveUp } from './toolchain.mjs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const found = () => places.find((path) => path && existsSync(path))

/** The path of a Chromium; ends the script with an instruction when none is there and none can be installed. */
export function ensureChromium() {
  const there = found()
  if (there) return there
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (Debian package)…')
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ]) {
      const { status } = spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      if (status !== 0)
        giveUp(
          `Chromium could not be installed (apt-get ${args[0]} failed). Install it and set CHROMIUM_PATH.`,
        )
    }
    const installed = found()
    if (installed) return installed
  }
  return giveUp(
    'The browser tests need Chromium. Install it (Debian or Ubuntu: sudo apt-get install chromium), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}
