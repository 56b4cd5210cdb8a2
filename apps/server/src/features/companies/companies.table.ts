import type { CompanyColumns, SalesRegion } from '@support-console/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../../platform/secrets/secret-box.ts'

type MustBeSaid = 'name' | 'sap_company_id' | 'sap_sales_region' | 'device_region' | 'network_model'

/** The settings; of those that need not be said the database has the standard (9). */
type Settings = Pick<CompanyColumns, MustBeSaid> & {
  [Column in Exclude<keyof CompanyColumns, MustBeSaid>]: Generated<CompanyColumns[Column]>
}

export interface CompanyTable extends Settings {
  id: Generated<number>
  /** As it is compared (D47). */
  name_folded: GeneratedAlways<string>
  /** The SAP Company ID without leading zeros (D41). */
  sap_number: GeneratedAlways<string>
  /** The installer service key that links new RPS installs, a GUID in lower case (D32); empty: it has none. */
  sealed_service_key: Generated<Sealed>
  /** By which it is known again: SHA-256 of its text, in hex. Anyone who changes it makes history. */
  service_key_hash: string | null
  key_generated_at: Generated<Date>
  /** Null: the database, when the company came into being. */
  key_generated_by: string | null
  create_date: Generated<Date>
  /** Set by the database with every update, a millisecond later at least (D10). */
  update_date: Generated<Date>
  /** The e-mail of the person who saved it last; null: the import, or the seed. */
  updated_by: string | null
}

/** The keys that a company has and had, hashed; written by the database whenever a key is made. */
interface CompanyIskTable {
  isk_id: GeneratedAlways<number>
  company_id: ColumnType<number, never, never>
  /** SHA-256 of the key's text, in hex. */
  key_hash: ColumnType<string, never, never>
  made_at: ColumnType<Date, never, never>
  made_by: ColumnType<string | null, never, never>
  /** Null: it is the current one. */
  replaced_at: ColumnType<Date | null, never, never>
}

/** No two rows share an address: the database refuses it (D26). */
interface CompanySubnetTable {
  subnet_id: GeneratedAlways<number>
  company_id: number
  /** In CIDR notation: '10.20.0.0/16'. */
  network: string
}

/** A company that has been announced; it is gone with the company's creation. */
interface CompanyReservationTable {
  sap_company_id: string
  /** The same without leading zeros (D41). */
  sap_number: GeneratedAlways<string>
  name: string
  sap_sales_region: SalesRegion
  device_region: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company: CompanyTable
    company_isk: CompanyIskTable
    company_subnet: CompanySubnetTable
    company_reservation: CompanyReservationTable
  }
}
