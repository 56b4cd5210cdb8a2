import { sql } from 'kysely'
import { release } from './cells.ts'
import type { Kind } from './kind.ts'

/** The releases that can be deployed on CSRs (2.10). */
export const csrReleases: Kind = {
  name: 'csr-releases',
  title: 'CSR releases',
  columns: [
    {
      name: 'releaseVersion',
      required: true,
      meaning: 'one to four numbers, as 5.0.0; with a suffix where it has one, as 5.1.0-rc.1',
      schema: release,
    },
  ],
  key: ['releaseVersion'],
  staging: 'version text',
  stage: ({ lines }) => sql`
    select line.seq, line.key, line.line, line."releaseVersion", old.version is null, '{}'::text[], null, null
    from ${lines}
    left join csr_release as old on old.version = line."releaseVersion"`,
  things: { thing: sql`'CSR release ' || line.version`, about: ['csr release', sql`line.version`] },
  write: () => [
    sql`
      insert into csr_release (version) select version from import_csr_releases where is_new order by seq
      on conflict do nothing`,
  ],
}
