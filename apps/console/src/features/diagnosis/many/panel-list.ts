import { identifierForms } from '@support-console/contract/identifiers'
import { inAscii } from '@support-console/contract/pasted'
import { keepInTab, keptInput } from '../../../session/kept-input.ts'

const key = 'diagnosis:panels'

/** The list as it was pasted or brought along; it stays in this tab, and goes with its user's log-out. */
export const keptPanels = (): string => keptInput<string>(key) ?? ''
export const keepPanels = (list: string): void => keepInTab(key, list)

/** The cloud IDs in a text, each once, in its order. */
export function cloudIdsIn(list: string): string[] {
  const words = inAscii(list).match(/\bCBS[\s-]?\d{7}\b/gi) ?? []
  return [...new Set(words.flatMap((word) => identifierForms.cloudId(word) ?? []))]
}
