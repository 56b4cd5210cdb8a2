import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The scripts are plain JavaScript, which the type check knows nothing of.
const { RotatingLog } = (await import(new URL('./lib/rotating-log.mjs', import.meta.url).href)) as {
  RotatingLog: new (path: string, limits: { bytes: number; count: number }) => { write(lines: string): void }
}

describe('F2, F8 the logs of npm start', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'console-logs-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')

  it('stay within their size and number, whole lines in order, for their user alone, over a restart too', () => {
    const path = join(folder, 'server.log')
    writeFileSync(path, 'line 00\n', { mode: 0o644 })
    const limits = { bytes: 24, count: 3 }
    const first = new RotatingLog(path, limits)
    for (let n = 1; n < 5; n++) first.write(`line 0${n}\n`)
    const second = new RotatingLog(path, limits)
    for (let n = 5; n < 10; n++) second.write(`line 0${n}\n`)
    second.write(`${'ü'.repeat(20)}\n`)
    expect(readdirSync(folder).sort()).toEqual(['server.1.log', 'server.2.log', 'server.log'])
    expect(read('server.2.log')).toBe('line 06\nline 07\nline 08\n')
    expect(read('server.1.log')).toBe('line 09\n')
    expect(read('server.log')).toBe(`${'ü'.repeat(20)}\n`)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    rmSync(path)
    const one = new RotatingLog(path, { bytes: 8, count: 1 })
    one.write('line 10\n')
    one.write('line 11\n')
    expect(read('server.log')).toBe('line 11\n')
    expect(() => new RotatingLog(folder, limits)).toThrow('EISDIR')
  })

  it('issue 54 go on in a new file where another program has renamed or removed theirs', () => {
    const path = join(folder, 'field.log')
    const log = new RotatingLog(path, { bytes: 1000, count: 3 })
    log.write('one\n')
    renameSync(path, join(folder, 'field.old'))
    log.write('two\n')
    expect([read('field.old'), read('field.log')]).toEqual(['one\n', 'two\n'])
    rmSync(path)
    log.write('three\n')
    expect(read('field.log')).toBe('three\n')
  })
})
