import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { makeCheckout } from './testing/checkout.ts'
import { isThere } from './testing/is-there.ts'
import { runScript } from './testing/script-process.ts'

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a script that is told to end (%s) does so with its command, and begins nothing else',
  async (signal) => {
    const command = `console.log(process.pid); setInterval(() => {}, 1000)`
    const script = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { run } from ${JSON.stringify(join(import.meta.dirname, 'lib/toolchain.mjs'))}
      await run('node', ['--eval', ${JSON.stringify(command)}])
      console.log('the next')`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const said = createInterface({ input: script.stdout })
    const [pid] = (await once(said, 'line')) as [string]
    const further: string[] = []
    said.on('line', (line) => further.push(line))
    script.kill(signal)
    expect(await once(script, 'close')).toEqual([signal === 'SIGTERM' ? 143 : 130, null])
    expect(further).toEqual([])
    expect(isThere(Number(pid))).toBe(false)
  },
)

it('test:repeat that is told to end ends the tests of its run, and begins no other', async () => {
  const checkout = makeCheckout()
  onTestFinished(checkout.drop)
  checkout.write(
    'scripts/test.mjs',
    `console.log(process.pid, process.env.CHECK_FIGURES); setInterval(() => {}, 1000)`,
  )
  const repeat = runScript(checkout.folder, 'repeat')
  const logs = checkout.path('node_modules/.cache/support-console/repeat')
  await expect.poll(() => readFileSync(join(logs, 'run-1.log'), 'utf8')).toMatch(/\n/)
  const [pid, figures = ''] = readFileSync(join(logs, 'run-1.log'), 'utf8').trim().split(' ')
  repeat.child.kill('SIGTERM')
  expect(await repeat.ended).toBe(143)
  expect(isThere(Number(pid))).toBe(false)
  expect(readdirSync(logs)).toEqual(['run-1.log'])
  expect(existsSync(figures)).toBe(false)
})
