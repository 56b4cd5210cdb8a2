import { tabStore } from '../../ui/safe-storage.ts'

const key = 'csr:begun'
const read = (): string[] => JSON.parse(tabStore.get(key) ?? '[]') as string[]
const keep = (ids: readonly string[]) => tabStore.set(key, JSON.stringify(ids))

/** Remembers a deployment that this tab has begun, also over a reload: of all who see its end, this one makes the reset call (4). */
export const noteBegun = (deploymentId: string): void => void keep([...read(), deploymentId].slice(-50))

/** Whether this tab has begun it; only the first time, so that its end is told once. */
export function takeBegun(deploymentId: string): boolean {
  const all = read()
  if (!all.includes(deploymentId)) return false
  keep(all.filter((id) => id !== deploymentId))
  return true
}
