import { execFileSync } from 'node:child_process'

/** Whether a process with this number is there. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The numbers of the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const all = execFileSync('ps', ['-eo', 'ppid=,pid='], { encoding: 'utf8' })
  return all
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, child]) => (parent === pid && child ? [child] : []))
}
