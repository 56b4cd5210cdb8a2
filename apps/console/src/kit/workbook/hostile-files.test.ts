import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileTexts, hostileWorkbooks } from './hostile-files.facts.ts'
import type { NoList, Purpose, ReadList } from './list-file.ts'

/** In megabytes: a tab has more, and the page needs some. */
const memory = 256
/** Characters that the page is given: no more than the longest list, each of it quoted, and its sheets. */
const longestAnswer = 700_000

let thread: Worker
beforeAll(() => {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } }
  thread = new Worker(new URL('./hostile-reader.facts.ts', import.meta.url), limits)
})
afterAll(() => thread.terminate())

/** Rejects where the thread has no memory left. */
const read = (bytes: Uint8Array, purpose: Purpose) =>
  new Promise<ReadList | NoList>((resolve, reject) => {
    thread.removeAllListeners()
    thread.once('message', resolve).once('error', reject)
    thread.postMessage({ bytes, purpose })
  })

async function expectAnswer(bytes: Uint8Array, purpose: Purpose): Promise<void> {
  const answer = await read(bytes, purpose)
  if ('refusal' in answer) expect(answer.refusal).toMatch(/^[A-Z].*\.$/)
  else expect(answer.content).toEqual(expect.any(String))
  expect(JSON.stringify(answer).length).toBeLessThan(longestAnswer)
}

const purposes: readonly Purpose[] = ['batch', 'lines', 'panels']
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'Windows’ own': (text) => Buffer.from(text, 'latin1'),
}

describe('G3 a file of up to ten megabytes is read or refused, in bounded memory', () => {
  it.each(Object.keys(hostileWorkbooks))('however many: %s', { timeout: 120_000 }, async (shape) => {
    const { most, make } = hostileWorkbooks[shape] as (typeof hostileWorkbooks)[string]
    await expectAnswer(make(most), 'batch')
  })

  it.each(Object.keys(hostileTexts))('in a text, however many: %s', { timeout: 120_000 }, async (shape) => {
    // The longest that are read at all, and one that is not.
    for (const [purpose, count] of [
      ['batch', 9900],
      ['lines', 23_000],
      ['panels', 23_000],
      ['lines', 500_000],
    ] as const)
      await expectAnswer(Buffer.from(hostileTexts[shape]?.(count) ?? ''), purpose)
  })

  it('cut off anywhere, and in any encoding', { timeout: 120_000 }, async () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true })
    const workbook = fc
      .record({
        shape: fc.constantFrom(...Object.keys(hostileWorkbooks)),
        count: fc.integer({ min: 0, max: 60 }),
        cut,
      })
      .map(({ shape, count, cut: share }) => {
        const bytes = hostileWorkbooks[shape]?.make(count) ?? new Uint8Array()
        return bytes.slice(0, Math.ceil(bytes.length * share))
      })
    const text = fc
      .record({
        shape: fc.constantFrom(...Object.keys(hostileTexts)),
        count: fc.integer({ min: 0, max: 60 }),
        encoding: fc.constantFrom(...Object.keys(encodings)),
        cut,
      })
      .map(({ shape, count, encoding, cut: share }) => {
        const bytes = encodings[encoding]?.(hostileTexts[shape]?.(count) ?? '') ?? new Uint8Array()
        return bytes.slice(0, Math.ceil(bytes.length * share))
      })
    await fc.assert(fc.asyncProperty(fc.oneof(workbook, text), fc.constantFrom(...purposes), expectAnswer), {
      numRuns: 100,
    })
  })
})
