// npm run task -- test:keycloak [ARGUMENTS of Playwright]: the sign-on against a real Keycloak with the realm file that we ship.
// Keycloak comes from Maven once and is kept, ready to start. Without Java or Maven the tests are left out, in so many words.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import {
  checkStartingNode,
  ensureConsoleBuilt,
  ensureInstalled,
  giveUp,
  root,
  run,
} from './lib/toolchain.mjs'

const version = '26.4.7'
const oldestJava = 17

checkStartingNode()
const missing = whatIsMissing()
if (missing) {
  console.log(
    `The tests against a real Keycloak are left out: ${missing} (Debian: openjdk-17-jre-headless, maven).`,
  )
  process.exit(0)
}
await ensureInstalled()
const home = keycloak()
const settings = { CHROMIUM_PATH: ensureChromium(), KEYCLOAK_HOME: home }
await ensureConsoleBuilt()
process.exit(
  await run(
    'playwright',
    ['test', '-c', 'playwright.keycloak.config.ts', ...process.argv.slice(2)],
    settings,
  ),
)

function whatIsMissing() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
  if (java.error) return `there is no 'java' of ${oldestJava} or newer`
  const [, major] = /version "(\d+)/.exec(java.stderr) ?? []
  if (Number(major) < oldestJava) return `'java' is ${major}, and Keycloak needs ${oldestJava} or newer`
  return spawnSync('mvn', ['-version']).error ? "there is no 'mvn'" : undefined
}

/** The folder of a Keycloak that is built for its own small database. */
function keycloak() {
  const cache = join(root, 'node_modules/.cache/support-console')
  const ready = join(cache, `keycloak-${version}`)
  if (existsSync(ready)) return ready
  console.log(`Getting Keycloak ${version} (once; 155 MB, and a minute of processor)…`)
  const coming = join(cache, 'keycloak-coming')
  rmSync(coming, { recursive: true, force: true })
  mkdirSync(coming, { recursive: true })
  step('Keycloak could not be had from Maven', coming, 'mvn', [
    ...['--batch-mode', '--quiet', 'org.apache.maven.plugins:maven-dependency-plugin:3.6.0:unpack'],
    `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`,
    `-DoutputDirectory=${coming}`,
  ])
  const unpacked = join(coming, `keycloak-${version}`)
  step('Keycloak could not be made ready', unpacked, 'sh', ['bin/kc.sh', 'build', '--db=dev-file'])
  renameSync(unpacked, ready)
  rmSync(coming, { recursive: true })
  return ready
}

/** Maven leaves marks where it is called. */
function step(complaint, cwd, command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) giveUp(`${complaint}:\n${stdout}\n${stderr}`)
}
