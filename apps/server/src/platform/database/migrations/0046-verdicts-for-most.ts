import { type Kysely, sql } from 'kysely'

/**
 * A right belongs to a fact (D45). A verdict tells of all that it goes by, so it is kept a second time for those who may not
 * read what a production host reserves, the environment of a panel. And what is announced of a panel because of its environment
 * is announced by that word: servers tell only those who may read it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table thing_finding_unreserved (like thing_finding including all)`.execute(db)
  // What was found in spite of the environment; that nothing was found may have been said because of it.
  await sql`
    insert into thing_finding_unreserved select * from thing_finding
    where thing_kind = 'sim' or (state in ('fault', 'warning') and code <> 'panel-environment')`.execute(db)

  const trigger = (name: string, on: string, when: string, kind: string) =>
    sql
      .raw(
        `create trigger ${name} after ${on} for each row when (${when}) execute function announce_news('${kind}', 'thing_id')`,
      )
      .execute(db)
  for (const [name, on, differs] of [
    ['first', 'insert', ''],
    ['other', 'update', ' and (old.code, old.state) is distinct from (new.code, new.state)'],
  ]) {
    const isOfPanel = `new.thing_kind = 'panel'${differs}`
    await sql.raw(`drop trigger announce_${name}_panel_finding on thing_finding`).execute(db)
    await trigger(`announce_${name}_panel_finding`, `${on} on thing_finding`, isOfPanel, 'environment')
    await trigger(`announce_${name}_panel_finding`, `${on} on thing_finding_unreserved`, isOfPanel, 'panel')
  }
  const isOfPathfinder = "new.source ~ '^Pathfinder( |$)'"
  await sql`drop trigger announce_panel_news on observation`.execute(db)
  await trigger(
    'announce_panel_news',
    'insert or update on observation',
    `new.thing_kind = 'panel' and new.source <> 'WebConnect' and not ${isOfPathfinder}`,
    'panel',
  )
  await trigger(
    'announce_environment_news',
    'insert or update on observation',
    `new.thing_kind = 'panel' and ${isOfPathfinder}`,
    'environment',
  )
}
