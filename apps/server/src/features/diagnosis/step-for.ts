import type { Permission, Step } from '@support-console/contract'
import type { Facts } from './facts.ts'
import { inWords } from './in-words.ts'

/** What it takes to see a page, by how its address begins. */
const rights: readonly [begins: RegExp, Permission][] = [
  [/^\/(?:sims|sim-detail)\b/, 'sim-information.read'],
  [/^\/simmanagement\b/, 'sim-management.read'],
  [/^\/compan(?:y|ies)\b/, 'companies.read'],
  [/^\/(?:panels|panel-management)\b/, 'panels.read'],
  [/^\/panel-environment\b/, 'panel-environment.read'],
  [/^\/csr-management\b/, 'csr.read'],
  [/^\/wc-metrics\b/, 'webconnect.read'],
  [/^\/(?:user-action-detail|transactions)\b/, 'user-actions.read'],
]

/** Which roles the page takes; undefined: the reader may see it. */
export const roleFor = (path: string, { lacks }: Pick<Facts, 'lacks'>): readonly string[] | undefined => {
  const right = rights.find(([begins]) => begins.test(path))?.[1]
  return right && lacks[right]
}

/** A step that the reader may not take is another's: who can take it, and no button. */
export function stepFor(step: Step & { takes?: Permission }, facts: Pick<Facts, 'lacks'>): Step {
  const { takes, ...plain } = step
  const roles = step.go && ((takes && facts.lacks[takes]) ?? roleFor(step.go.path, facts))
  if (!roles) return plain
  // That can be done by telephone, too.
  if (/^(?:Ask|Tell)\b/.test(step.text)) return { ...plain, go: null }
  const who = roles.length > 1 ? `${inWords(roles.slice(0, -1))} or ${roles.at(-1)}` : roles[0]
  const text = step.text.charAt(0).toLowerCase() + step.text.slice(1)
  return { ...plain, text: `A colleague with the role ${who} can ${text}`, go: null }
}
