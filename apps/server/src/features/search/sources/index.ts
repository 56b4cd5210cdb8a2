import { searchKinds } from '@support-console/contract'
import type { Clock } from '../../../platform/clock.ts'
import type { Source } from '../source.ts'

/** What each kind's file has: where things of this kind are found. */
interface SourceFile {
  sources: (clock: Clock) => readonly Source[]
}

// Every kind of the contract's table has a file of its name here.
const files = await Promise.all(
  searchKinds.map(async (kind): Promise<SourceFile> => await import(/* @vite-ignore */ `./${kind}.ts`)),
)

/** Everything that is searched. */
export const searchSources = (clock: Clock): readonly Source[] =>
  files.flatMap(({ sources }) => sources(clock))
