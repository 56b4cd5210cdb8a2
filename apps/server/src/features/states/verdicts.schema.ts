import { storedStates } from '@support-console/contract'
import { pastOf } from '../../platform/database/past.schema.ts'

/** Another verdict is news of a thing; looking again is not. */
const announced = (table: string, thing: string, kind = thing) => `
  create trigger announce_first_${thing}_finding after insert on ${table} for each row
    when (new.thing_kind = '${thing}') execute function announce_news('${kind}', 'thing_id');
  create trigger announce_other_${thing}_finding after update on ${table} for each row
    when (new.thing_kind = '${thing}' and (old.code, old.state) is distinct from (new.code, new.state))
    execute function announce_news('${kind}', 'thing_id');`

/**
 * The verdict of a thing's last diagnosis, so that lists can show it and go by it. A right belongs to a fact (D45). A verdict
 * tells of all that it goes by, so it is kept a second time for those who may not read what a production host reserves, the
 * environment of a panel; and what is announced because of that is announced by its word.
 */
export const verdictsSchema = `
  create table thing_finding (
    thing_kind text not null check (thing_kind in ('sim', 'panel')),
    thing_id text not null,
    code text,
    state text not null
      constraint thing_finding_certainty check (state in (${storedStates.map((state) => `'${state}'`).join(', ')})),
    since timestamptz not null,
    at timestamptz not null default now(),
    primary key (thing_kind, thing_id)
  );
  create table thing_finding_unreserved (like thing_finding including all);
  ${announced('thing_finding', 'sim')}
  ${announced('thing_finding', 'panel', 'environment')}
  ${announced('thing_finding_unreserved', 'panel')}
  ${['thing_finding', 'thing_finding_unreserved'].map((table) => pastOf({ table, key: ['thing_kind', 'thing_id'], capped: ['at'] })).join('\n')}`
