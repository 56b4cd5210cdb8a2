/**
 * The calls that passed a gate which all replicas share (D5): a row per call from its start on, `ended_at` by the
 * database's clock. Only the last few of a gate count; older ones are removed as new ones come.
 */
export const outboundSchema = `
  create table shared_gate_call (
    call_id bigint generated always as identity primary key,
    gate text not null,
    slot integer not null check (slot > 0),
    ended_at timestamptz
  );
  create index shared_gate_call_last on shared_gate_call (gate, call_id desc);`
