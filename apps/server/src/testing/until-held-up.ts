import { expect } from 'vitest'
import type { TestField } from './test-field.ts'

/** Of each field, by system, the last request that was waited for: one that is given up stays without an answer for ever. */
const waitedFor = new WeakMap<TestField, Map<string, number>>()

/** Until the newest request at this system of the field, of this method, is one that gets no answer; another one each time. */
export async function untilHeldUp(field: TestField, system: string, method?: string): Promise<void> {
  const known = waitedFor.get(field) ?? new Map<string, number>()
  waitedFor.set(field, known)
  const isHeldUp = async () => {
    const [newest] = await field.requests(`system=${system}&limit=1`)
    if (newest?.status !== null || newest.method !== (method ?? newest.method)) return false
    if (newest.id <= (known.get(system) ?? 0)) return false
    known.set(system, newest.id)
    return true
  }
  await expect.poll(isHeldUp, { timeout: 60_000, interval: 20 }).toBe(true)
}
