import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const here = import.meta.dirname

it.each(['build', 'start', 'test'])(
  'npm run %s says that a folder with # in its name will not do',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'console#'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(join(here, 'lib'), join(folder, 'scripts/lib'), { recursive: true })
    cpSync(join(here, `${name}.mjs`), join(folder, `scripts/${name}.mjs`))
    const { status, stderr } = spawnSync(process.execPath, [join(folder, `scripts/${name}.mjs`)], {
      encoding: 'utf8',
    })
    expect(stderr).toContain('has "#" in its path')
    expect(status).toBe(1)
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  },
)
