import type { NoticeAbout, Permission, UndertakingKind } from '@support-console/contract'
import type { Generated } from 'kysely'

/** What a person is told of their work; the database notes it. */
interface NoticeTable {
  notice_id: Generated<string>
  issuer: string
  subject: string
  about: NoticeAbout
  kind: UndertakingKind
  work_id: string
  /** With which a look was begun: read only with all of them (D45). */
  rights: Permission[]
  /** Its row of the view `undertaking` at that moment. */
  work: Record<string, unknown>
  at: Generated<Date>
  read_at: Date | null
}

declare module '../database/tables.ts' {
  interface Tables {
    notice: NoticeTable
  }
}
