// A Chromium for the browser tests: the one that is there, or Debian's package when this runs as root.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { giveUp } from './toolchain.mjs'

// The headless shell draws the same pages for a fifth less of the processor's time: it has no window that no one sees.
const shell = '/usr/bin/chromium-headless-shell'
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const foundChromium = () =>
  [process.env.CHROMIUM_PATH, shell, ...places].find((path) => path && existsSync(path))

/** The path of a Chromium; ends the script with an instruction when none is there and none can be installed. */
export function ensureChromium() {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const there = foundChromium()
  if (there && (there === process.env.CHROMIUM_PATH || there === shell || !mayInstall)) return there
  if (mayInstall) {
    console.log('Installing Chromium (Debian package)…')
    const packages = ['chromium-headless-shell', 'fonts-liberation']
    if (!install(packages)) {
      apt('update', '-qq')
      if (!install(packages) && !there) install(['chromium', 'fonts-liberation'])
    }
    const installed = foundChromium()
    if (installed) return installed
  }
  return giveUp(
    'The browser tests need Chromium. Install it (Debian or Ubuntu: sudo apt-get install chromium), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

const install = (packages) => apt('install', '-y', '-qq', '--no-install-recommends', ...packages)

/** Whether it went well. A machine without a network must not wait for one. */
const apt = (...args) =>
  spawnSync('apt-get', ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
