import { expect } from 'vitest'
import type { TestField } from './test-field.ts'

/** Until the newest request at this system of the field, of this method, is one that gets no answer. */
export async function untilHeldUp(field: TestField, system: string, method?: string): Promise<void> {
  const isHeldUp = async () => {
    const [newest] = await field.requests(`system=${system}&limit=1`)
    return newest !== undefined && newest.status === null && newest.method === (method ?? newest.method)
  }
  await expect.poll(isHeldUp, { timeout: 60_000, interval: 20 }).toBe(true)
}
