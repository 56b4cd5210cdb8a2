import { sql } from 'kysely'
import {
  instant,
  optional,
  plainText,
  simId,
  transactionId,
  vendorColumn,
  vendorFitsPrefix,
} from './cells.ts'
import type { Kind } from './kind.ts'

/**
 * Past SIM activity with its own transaction ids. What is recorded is never changed, and a later event needs its
 * transaction's first one, without which no screen would show it (2.7, D8).
 */
export const simActivity: Kind = {
  name: 'sim-activity',
  title: 'SIM activity',
  columns: [
    { name: 'transactionId', required: true, meaning: 'a UUID', schema: transactionId },
    {
      name: 'subTransactionId',
      meaning:
        'a UUID; empty: the first event of the SIM in the transaction, which stands before the later ones',
      schema: optional(transactionId),
    },
    { name: 'iccid', required: true, meaning: 'SIM ID, 18 to 22 digits', schema: simId },
    vendorColumn,
    {
      name: 'status',
      required: true,
      meaning: 'Activated, Deactivated, Error, RatePlanChanged, ChangingRatePlan or another word',
      schema: plainText(60, 1),
    },
    { name: 'description', meaning: 'at most 2,000 characters', schema: plainText(2000) },
    {
      name: 'at',
      required: true,
      meaning: 'an instant with its zone, as 2026-11-01T05:30:00Z',
      schema: instant,
    },
  ],
  key: ['transactionId', 'iccid', 'subTransactionId'],
  check: vendorFitsPrefix,
  types: { transactionId: 'uuid', subTransactionId: 'uuid', at: 'timestamptz' },
  staging: `transaction_id uuid, sub_transaction_id uuid, iccid text, vendor_code text, status text, description text,
    at timestamptz`,
  stage: ({ lines }) => sql`
    select line.seq, line.key, line.line, line."transactionId", line."subTransactionId", line.iccid, line."vendorCode", line.status,
      coalesce(line.description, ''), line.at, old.event_id is null, '{}'::text[],
      case when (old.vendor_code, old.status, old.description, date_trunc('milliseconds', old.at))
        is distinct from (line."vendorCode", line.status, coalesce(line.description, ''), line.at)
        and old.event_id is not null then 'transactionId' end,
      'this event is recorded with other content, and what is recorded is never changed'
    from ${lines}
    left join sim_transaction as began on began.transaction_id = line."transactionId" and began.iccid = line.iccid
    left join lateral (
      select * from sim_activity as each where each.transaction_id = began.transaction_id and each.iccid = began.iccid
        and each.sub_transaction_id is not distinct from line."subTransactionId" and each.began_at = began.began_at
      limit 1) as old on true`,
  judge: [
    sql`
    update import_sim_activity as line set fault_column = 'subTransactionId',
      fault = 'the first event of this SIM in the transaction (a line without subTransactionId) must stand before it'
    where line.sub_transaction_id is not null
      and not exists (select from sim_transaction as main where main.transaction_id = line.transaction_id
        and main.iccid = line.iccid)
      and not exists (select from import_seen as main where main.kind = 'sim-activity'
        and main.key = line.transaction_id || '|' || line.iccid || '|' and main.seq < line.seq)`,
  ],
  write: () => [
    sql`
      select make_month('sim_activity', month) from (
        select distinct date_trunc('month', at at time zone 'UTC') at time zone 'UTC' as month
        from import_sim_activity where is_new and sub_transaction_id is null) as each`,
    sql`
      insert into sim_transaction (transaction_id, iccid, began_at)
      select transaction_id, iccid, at from import_sim_activity where is_new and sub_transaction_id is null order by seq
      on conflict do nothing`,
    sql`
      insert into sim_activity (transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at)
      select transaction_id, sub_transaction_id, iccid, vendor_code, status, description, at, began_at
      from import_sim_activity join sim_transaction using (transaction_id, iccid) where is_new order by seq
      on conflict do nothing`,
  ],
}
