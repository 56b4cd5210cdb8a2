// What the scripts share: the right Node.js, the installed packages, the built console. Plain JavaScript on built-ins
// only, since it runs before anything is installed and on any Node.js from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const bin = join(root, 'node_modules', '.bin')
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const oldestToStart = 20
const oldestToRun = 24

/** Ends the script with one sentence and no stack. */
export function giveUp(sentence) {
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
function npm(args) {
  const self = process.env.npm_execpath
  return self?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [self, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
}

const installedMark = join(root, 'node_modules', '.installed-lock')

const lockFingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

export const markInstalled = () => writeFileSync(installedMark, lockFingerprint())

/** Installs the packages when they are missing or when the lock file has changed since. */
export function ensureInstalled() {
  if (existsSync(installedMark) && readFileSync(installedMark, 'utf8') === lockFingerprint()) return
  console.log('Installing packages (once; needs the network)…')
  // The tools that build are needed too, whatever NODE_ENV or npm's own settings leave out.
  const { status } = npm(['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'])
  if (status !== 0)
    giveUp('The packages could not be installed: see npm’s message above. Nothing was started.')
  // npm has marked it already, unless its install scripts are off.
  markInstalled()
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
export function buildConsole() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status, stdout, stderr } = spawnSync(productNode(), [vite, 'build'], {
    cwd: consoleFolder,
    env: productEnvironment(undefined, { NODE_ENV: 'production' }),
    encoding: 'utf8',
  })
  if (status !== 0) giveUp(`The console could not be built:\n${stdout}\n${stderr}`)
  writeFileSync(builtMark, consoleFingerprint())
  return stdout
}

/** Builds the console when there is none, or when its sources or the packages have changed. */
export function ensureConsoleBuilt() {
  const built = existsSync(join(consoleFolder, 'dist/index.html')) && existsSync(builtMark)
  if (built && readFileSync(builtMark, 'utf8') === consoleFingerprint()) return
  console.log('Building the console…')
  buildConsole()
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
