import { type Kysely, sql } from 'kysely'

/**
 * Older entries are found by the words of their details, too (2.12), as `searchWords` makes them for new ones. Only the
 * words change, which are no part of the proof (D19); that the trail takes no updates holds again when this commits.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const { rows } = await sql`select 1 from user_action where detail <> '' limit 1`.execute(db)
  if (rows.length === 0) return
  await sql`drop trigger user_action_append_only on user_action`.execute(db)
  // Made again from whole words is several times faster than kept up row by row.
  await sql`drop index user_action_by_words`.execute(db)
  await sql`
    update user_action set words = words || (
      select array_to_tsvector(coalesce(array_agg(distinct word), '{}')
        || coalesce(array_agg(distinct '~' || reverse(word)) filter (where length(word) >= 6 and word ~ '[0-9]'), '{}'))
      from (select left(word, 64) as word from regexp_split_to_table(
        lower(regexp_replace(normalize(
          regexp_replace(detail, '((?:password|secret|token|key|signature)["'']?\\s*[:=]).*', '\\1', 'gin'), nfkd),
          '[\\u0300-\\u036f]', '', 'g')),
        '[^[:alnum:]]+') as word
        where word <> '' and not (length(word) > 24 and word ~ '[0-9]' and word ~ '[a-z]') limit 2000) as each)
    where detail <> ''`.execute(db)
  await sql`create index user_action_by_words on user_action using gin (words)`.execute(db)
  await sql`
    create trigger user_action_append_only before update or delete on user_action
      for each row execute function audit_refuse()`.execute(db)
}
