import { isThing } from '@support-console/contract'
import { plain } from './export-format.ts'
import type { KeptLink } from './read-links.ts'

/** An entry that is about a thing stands in its history, and in no other. */
export function* complainAboutThings(links: readonly KeptLink[]): Generator<string> {
  for (const { number, entry_id, entry_at, entry, thing } of links) {
    if (!entry || thing === undefined) continue
    const right = isThing(entry.object) ? entry.object : null
    if (right !== thing)
      yield `The entry ${entry_id} of ${entry_at} (link ${number}) stands in the history of ${plain(thing ?? 'nothing')}, but is about ${plain(right ?? 'no thing')}.`
  }
}
