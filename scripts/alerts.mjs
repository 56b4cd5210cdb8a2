// npm run task -- test:alerts: Prometheus's own check of the rules, and each alert raised once (deploy/prometheus). Needs promtool, which
// Debian has in the package prometheus; without it says so.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

const cwd = join(resolve(import.meta.dirname, '..'), 'deploy/prometheus')
const tried = [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
].map((args) => spawnSync('promtool', args, { cwd, stdio: 'inherit' }))
if (tried.some(({ error }) => error?.code === 'ENOENT'))
  console.log('Skipped: there is no promtool here (Debian: apt-get install prometheus).')
else if (tried.some(({ status }) => status !== 0)) process.exitCode = 1
