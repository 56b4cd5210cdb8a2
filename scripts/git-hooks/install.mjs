// npm's `prepare`: this checkout uses the hooks beside this file, unless it has others already. Does nothing, and never fails,
// where there is no checkout of its own: an archive, an image, another repository around it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

if (existsSync(join(root, '.git')) && git('config', 'core.hooksPath').stdout?.trim() === '')
  git('config', '--local', 'core.hooksPath', 'scripts/git-hooks')
