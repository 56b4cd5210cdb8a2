/** Billed SIMs may long have left the inventory. The key is also the order in which the report reads a month. */
export const billingLineSchema = `
  create table billing_line (
    year smallint not null,
    month smallint not null check (month between 1 and 12),
    iccid text not null check (iccid ~ '^[0-9]{18,22}$'),
    plan text not null,
    vendor_code text not null,
    bytes bigint not null check (bytes >= 0),
    amount_cents bigint not null,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    primary key (year, month, iccid, plan)
  );
  create index billing_line_by_sim on billing_line (iccid);`
