import { calls, type SearchHit } from '@support-console/contract'
import { exitCodes, Failure } from './failure.ts'
import { plain, tableOf } from './print.ts'
import type { Given } from './verb.ts'

/** The one thing that a text names, of these kinds; else says which could be meant. */
export async function findOne(
  { client }: Pick<Given, 'client'>,
  text: string,
  kinds: readonly SearchHit['kind'][],
): Promise<SearchHit> {
  const { items } = await client.ask(calls.resolveLines, { body: { text } })
  const [line, ...others] = items
  if (!line || others.length > 0) throw new Failure(exitCodes.usage, 'Name one thing.')
  if (line.outcome === 'found' && line.hit) {
    if (kinds.includes(line.hit.kind)) return line.hit
    throw new Failure(
      exitCodes.usage,
      `${plain(line.hit.title)} is a ${line.hit.kind}. This takes a ${kinds.join(' or a ')}.`,
    )
  }
  const candidates = line.candidates?.filter(({ kind }) => kinds.includes(kind)) ?? []
  if (candidates.length > 0)
    throw new Failure(
      exitCodes.notFound,
      `More than one thing fits "${plain(text)}". Name one of them whole:\n${tableOf(
        ['KIND', 'ID', 'NAME'],
        candidates.map(({ kind, id, title }) => [kind, id, title]),
      )}`,
    )
  throw new Failure(exitCodes.notFound, `"${plain(text)}" was not found in anything this token can read.`)
}
