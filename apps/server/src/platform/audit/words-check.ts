import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { contentOf, type ProvenEntry } from './chain.ts'
import type { KeptLink } from './read-links.ts'
import { searchWords } from './search-words.ts'

/** A link with its entry and the words that this is found by. */
type Searchable = KeptLink & { entry: ProvenEntry; words: readonly string[] }

/**
 * The words are no part of what is hashed, but they follow from it: an entry that has lost them cannot be found.
 * @returns a sentence for each entry that holds and has other words than its texts
 */
export async function complainAboutWords(trx: Kysely<Tables>, links: readonly KeptLink[]): Promise<string[]> {
  const odd = links.filter(isSearchable).filter(({ entry, words, content }) => {
    return !isSame(wordsOf(entry), words) && contentOf(entry) === content
  })
  if (odd.length === 0) return []
  const older = await findOlder(trx, odd)
  return odd
    .filter(({ entry_id }) => !older.has(entry_id))
    .map(({ number, entry_id, entry_at, entry, words }) => {
      const expected = wordsOf(entry)
      const missing = expected.filter((word) => !words.includes(word)).length
      return `The entry ${entry_id} of ${entry_at} (link ${number}) is as the chain holds it, but a search finds it by other words than its texts have: ${missing} of ${expected.length} are missing, and ${words.length - expected.length + missing} are not its own.`
    })
}

const isSearchable = (link: KeptLink): link is Searchable =>
  link.entry !== undefined && link.words !== undefined

/** Each once: a word of the text may be that of the screen, too. */
const wordsOf = ({ activity, message, object, detail }: ProvenEntry) => [
  ...new Set(searchWords(activity, `${message} ${object}`, detail)),
]

function isSame(expected: readonly string[], words: readonly string[]): boolean {
  if (expected.length !== words.length) return false
  const kept = new Set(words)
  return expected.every((word) => kept.has(word))
}

/**
 * Those whose words were made by a migration: 0011 those of the texts, and of its own entry some; 0014 those of the
 * detail, by its own rules.
 */
async function findOlder(trx: Kysely<Tables>, links: readonly Searchable[]): Promise<Set<number>> {
  const rows = links.map(({ entry_id, entry_at, entry: { activity, message, object, detail } }) => ({
    id: entry_id,
    at: entry_at,
    of_text: searchWords(activity, `${message} ${object}`),
    of_detail: searchWords(activity, '', detail),
  }))
  const { rows: found } = await sql<{ id: number }>`
    select entry.id from json_to_recordset(${JSON.stringify(rows)}::json)
      as made (id bigint, at timestamptz, of_text text[], of_detail text[])
    join user_action as entry on entry.at = made.at and entry.id = made.id
    cross join lateral (
      select array_to_tsvector(array['=' || left(activity, 64)]) || ${madeOf(sql`message || ' ' || object`)} as by_0011,
        ${madeOf(sql`regexp_replace(detail, '((?:password|secret|token|key|signature)["'']?\\s*[:=]).*', '\\1', 'gin')`, true)}
          as by_0014
    ) as older
    where words in (array_to_tsvector(of_text) || by_0014, by_0011, by_0011 || by_0014,
      by_0011 || array_to_tsvector(of_detail))
      or subject = 'migration 0011' and words = array_to_tsvector(array['audit', 'chain', 'trail', '=Audit']) || by_0014`.execute(
    trx,
  )
  return new Set(found.map(({ id }) => id))
}

/** The words of a text as migrations make them. */
const madeOf = (text: ReturnType<typeof sql>, isDetail = false) => sql`(
  select array_to_tsvector(coalesce(array_agg(distinct word), '{}')
    || coalesce(array_agg(distinct '~' || reverse(word)) filter (where length(word) >= 6 and word ~ '[0-9]'), '{}'))
  from (select left(word, 64) as word from regexp_split_to_table(
    lower(regexp_replace(normalize(${text}, nfkd), '[\\u0300-\\u036f]', '', 'g')), '[^[:alnum:]]+') as word
    where word <> ''${isDetail ? sql` and not (length(word) > 24 and word ~ '[0-9]' and word ~ '[a-z]') limit 2000` : sql``}
  ) as each)`
