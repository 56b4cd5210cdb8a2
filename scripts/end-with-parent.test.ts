import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { isThere } from './testing/is-there.ts'

it('M5 a program that npm start watches over ends in order when npm start is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-watched-'))
  const [program, mark] = [join(folder, 'program.mjs'), join(folder, 'ended')]
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(mark)}, ''); process.exit(0) })
    setInterval(() => {}, 1000)
    console.log(JSON.stringify({ msg: 'listening', url: 'x', pid: process.pid }))`,
  )
  const programs = join(import.meta.dirname, 'lib/programs.mjs')
  const watcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { Program } from ${JSON.stringify(programs)}
      const { listening } = new Program('program', ${JSON.stringify(program)}, { log: { write() {} } })
      console.log((await listening).pid)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [pid] = (await once(createInterface({ input: watcher.stdout }), 'line')) as [string]
  watcher.kill('SIGKILL')
  await expect.poll(() => isThere(Number(pid))).toBe(false)
  expect(() => rmSync(mark)).not.toThrow()
  rmSync(folder, { recursive: true })
})
