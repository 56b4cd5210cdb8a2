// What the scripts share: the right Node.js, the installed packages, the built console. Plain JavaScript on built-ins
// only, since it runs before anything is installed and on any Node.js from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eachLine } from './each-line.mjs'
import { beginStep, breakStep, endStep, noteStep } from './steps.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const oldestToStart = 20
const oldestToRun = 24

/** Ends the script with one sentence and no stack. */
export function giveUp(sentence) {
  breakStep()
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0])

export function checkStartingNode() {
  checkFolder()
  if (majorOf(process.version) < oldestToStart)
    giveUp(
      `Node.js ${oldestToStart} or newer is needed to start; this is ${process.version}. Install a newer one from nodejs.org and try again.`,
    )
}

/** What the tools that build the console take for something else than a part of a path. */
const oddInPath = /[#?%*]/

/** Before anything is installed or written. */
function checkFolder() {
  const odd = oddInPath.exec(root)?.[0]
  if (odd)
    giveUp(
      `The folder ${root} has "${odd}" in its path, which the tools that build the console cannot work with. Clone into a folder without it.`,
    )
}

/** Folders whose programs the scripts may call, first. */
export function pathWithBin() {
  return [bin, process.env.PATH ?? ''].join(delimiter)
}

/** Runs npm with the same npm that started this script, where there is one. */
function npm(args, hear) {
  const self = process.env.npm_execpath
  if (self?.endsWith('npm-cli.js')) return quietly(process.execPath, [self, ...args], { hear })
  return quietly('npm', args, { hear, shell: process.platform === 'win32' })
}

const installedMark = join(root, 'node_modules', '.installed-lock')

const lockFingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

export const markInstalled = () => writeFileSync(installedMark, lockFingerprint())

/** Installs the packages when they are missing or when the lock file has changed since. */
export async function ensureInstalled() {
  if (existsSync(installedMark) && readFileSync(installedMark, 'utf8') === lockFingerprint()) return
  beginStep('Installing packages')
  let [fetched, failed] = [0, 0]
  const hear = (line) => {
    if (/^npm http fetch GET 200 .*\.tgz /.test(line)) noteStep(`${++fetched} fetched`)
    if (!/^npm http .* attempt \d+ failed /.test(line)) return
    noteStep('the registry does not answer; trying again')
    // npm itself would try each package three times, for minutes.
    return ++failed >= 20 && fetched === 0
  }
  // The tools that build are needed too, whatever NODE_ENV or npm's own settings leave out.
  const { status, output } = await npm(
    ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=http'],
    hear,
  )
  if (status !== 0) giveUp(whyNotInstalled(output))
  // npm has marked it already, unless its install scripts are off.
  markInstalled()
  endStep()
}

/** npm's own words only where they are not understood. */
function whyNotInstalled(output) {
  const what = 'The packages could not be installed'
  const refused = refusedByDisk(output)
  if (refused) return `${what}: ${refused}`
  const errors = output.filter((line) => /^npm (?:error|ERR!)/.test(line))
  const [, registry, code] = last(output, /(https?:\/\/[^/\s]+)\S* attempt \d+ failed with (\w+)/) ?? []
  if (registry && errors.every((line) => !line.startsWith('npm error code') || line.includes(code)))
    return `${what}: npm cannot reach its registry ${registry} (${code}). Check the network, or the proxy and registry in npm’s settings, and try again.`
  if (errors.length > 0) console.error(`\n${errors.slice(0, 12).join('\n')}`)
  return `${what}: ${errors.length > 0 ? 'see npm’s message above' : 'npm gave no reason'}. Nothing was started.`
}

const last = (lines, pattern) => pattern.exec(lines.findLast((line) => pattern.test(line)) ?? '')

const diskFull = /\bENOSPC\b/

/** What a full or closed disk is to a user. */
function refusedByDisk(output) {
  if (last(output, diskFull))
    return `the disk is full. The packages need about 600 MB in ${root}. Free some space and try again.`
  if (last(output, /^npm (?:error|ERR!).*\b(?:EACCES|EPERM|EROFS)\b/))
    return `this user may not write in ${root} or in npm’s cache. Clone into a folder of your own and try again.`
  return undefined
}

let chosenNode

/** The Node.js that runs the product: the project’s own, else this one when it is new enough. */
export function productNode() {
  chosenNode ??= findNode()
  return chosenNode
}

function findNode() {
  if (existsSync(ownNode)) {
    const { status, stdout } = spawnSync(ownNode, ['--version'], { encoding: 'utf8' })
    if (status === 0 && majorOf(stdout) >= oldestToRun) return ownNode
  }
  if (majorOf(process.version) >= oldestToRun) return process.execPath
  return giveUp(
    `The product runs on Node.js ${oldestToRun} or newer; this is ${process.version}, and npm could not install its own ` +
      '(install scripts are off, or this kind of machine has none). Switch npm’s install scripts on and delete node_modules, ' +
      `or install Node.js ${oldestToRun}.`,
  )
}

/** Environment for everything that is started here: the project’s Node.js first on the PATH. */
export function productEnvironment(node = productNode(), extra = {}) {
  return { ...process.env, PATH: [dirname(node), pathWithBin()].join(delimiter), ...extra }
}

function fingerprint(folder) {
  const hash = createHash('sha256')
  const walk = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (/^(node_modules|dist.*)$/.test(entry.name)) continue
      const child = join(path, entry.name)
      if (entry.isDirectory()) walk(child)
      else hash.update(child.slice(root.length)).update(readFileSync(child))
    }
  }
  walk(folder)
  return hash
}

const consoleFolder = join(root, 'apps/console')
const builtMark = join(root, 'node_modules', '.console-built-from')

function consoleFingerprint() {
  return fingerprint(consoleFolder)
    .update(fingerprint(join(root, 'packages/contract')).digest())
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

/** Builds the console for production and notes what it was built from. */
export async function buildConsole() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, output } = await quietly(productNode(), [vite, 'build'], {
    cwd: consoleFolder,
    env: productEnvironment(undefined, { NODE_ENV: 'production' }),
  })
  const text = output.join('\n')
  if (status !== 0) giveUp(`The console could not be built: ${refusedByDisk(output) ?? `\n${text}`}`)
  writeFileSync(builtMark, consoleFingerprint())
  return text
}

/** Builds the console when there is none, or when its sources or the packages have changed. */
export async function ensureConsoleBuilt() {
  const built = existsSync(join(consoleFolder, 'dist/index.html')) && existsSync(builtMark)
  if (built && readFileSync(builtMark, 'utf8') === consoleFingerprint()) return
  beginStep('Building the console')
  await buildConsole()
  endStep()
}

/**
 * Runs a command in a group of its own and keeps what it says. Told to end, it ends the whole group, then this script.
 * @param options of spawn, and `hear`, which is told each line and returns true where there is no point in going on
 * @returns its exit code and its lines
 */
async function quietly(command, args, { hear = () => false, ...options }) {
  const grouped = process.platform !== 'win32'
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: grouped,
    ...options,
  })
  const end = (signal) => {
    try {
      if (grouped) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch {
      // It has ended already.
    }
  }
  let told
  const stop = (signal) => {
    if (!told) {
      breakStep()
      console.log('Stopped. The next start begins with this step again.')
    }
    // A second time, as npm passes on the terminal's Ctrl+C, is no reason to hurry.
    told = signal
    end('SIGTERM')
    setTimeout(() => end('SIGKILL'), 5000).unref()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  const output = []
  for (const stream of [child.stdout, child.stderr])
    eachLine(stream, (line) => {
      output.push(line)
      if (hear(line) || diskFull.test(line)) end('SIGTERM')
    })
  const status = await new Promise((resolve) => {
    child.once('close', (code) => resolve(code ?? 1))
    child.once('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
  })
  for (const signal of signals) process.off(signal, stop)
  if (told) process.exit(128 + constants.signals[told])
  return { status, output }
}

/**
 * Runs a command in the foreground with the project’s Node.js first on the PATH; resolves to its exit code. A script that is
 * told to end does so with the command, whatever it was to do next.
 */
export function run(command, args, extra = {}, stdio = 'inherit') {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio, env: productEnvironment(undefined, extra) })
    let told
    const passOn = (signal) => {
      told = signal
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM']
    for (const signal of signals) process.on(signal, passOn)
    child.once('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, passOn)
      if (told) process.exit(code ?? 128 + constants.signals[told])
      done(code ?? 1)
    })
  })
}
