/**
 * All tables, for Kysely. Each owner adds its own beside its code, so that a table's columns stand in one place:
 *
 *     declare module '../../platform/database/tables.ts' {
 *       interface Tables { sim: SimTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by its owners through declaration merging
export interface Tables {}
