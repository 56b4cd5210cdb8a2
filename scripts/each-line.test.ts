import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { expect, it } from 'vitest'

const { eachLine } = (await import(new URL('./lib/each-line.mjs', import.meta.url).href)) as {
  eachLine: (stream: Readable, tell: (line: string) => void) => void
}

it('R42 G6 a logged value splits no line: only a line feed ends one, wherever the pieces are cut', async () => {
  const lines = [
    JSON.stringify({ msg: 'call', email: 'a\u2028{"msg":"forged"}\u2029\u0085\u000b\u000c é😀' }),
    '',
    '{"msg":"listening"}',
    'without an end',
  ]
  const bytes = Buffer.from(lines.join('\n'))
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const stream = new PassThrough()
    const told: string[] = []
    eachLine(stream, (line) => told.push(line))
    for (let at = 0; at < bytes.length; at += size) stream.write(bytes.subarray(at, at + size))
    stream.end()
    await once(stream, 'end')
    expect(told).toEqual(lines)
  }
})
