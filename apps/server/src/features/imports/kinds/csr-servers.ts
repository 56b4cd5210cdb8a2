import { longestCsrDescription } from '@support-console/contract'
import { sql } from 'kysely'
import { ipv4, oneLine, release } from './cells.ts'
import type { Kind } from './kind.ts'
import { differing, updates } from './statements.ts'

/** CSR servers (2.10), known by their names. What runs on one that is there already, its deployments say. */
export const csrServers: Kind = {
  name: 'csr-servers',
  title: 'CSR servers',
  columns: [
    { name: 'server', required: true, meaning: 'its name, at most 100 characters', schema: oneLine(100, 1) },
    {
      name: 'ipAddress',
      required: true,
      meaning: 'IPv4 address, under which its agent answers',
      schema: ipv4,
    },
    {
      name: 'releaseVersion',
      required: true,
      meaning: 'the release that a new server runs; one that is there already keeps its own',
      schema: release,
    },
    {
      name: 'description',
      meaning: `at most ${longestCsrDescription} characters`,
      schema: oneLine(longestCsrDescription),
    },
  ],
  key: ['server'],
  staging: 'server text, ip_address text, release text, description text',
  stage({ lines, has }) {
    const description = has('description') ? sql`line.description` : sql`coalesce(old.description, '')`
    return sql`
      select line.seq, line.key, line.line, line.server, new.ip_address, line."releaseVersion", new.description,
        old.server is null, ${differing({ ip_address: 'IP address', description: 'description' })},
        case when holder.server is not null then 'ipAddress'
          when old.server is null and known.version is null then 'releaseVersion' end,
        case when holder.server is not null then 'is the address of ' || holder.server
          else 'is no release; import it first' end
      from ${lines}
      left join csr as old on old.server = line.server
      left join csr as holder on holder.ip_address = line."ipAddress" and holder.server <> line.server
      left join csr_release as known on known.version = line."releaseVersion"
      cross join lateral (select line."ipAddress" as ip_address, ${description} as description) as new`
  },
  // A dry run writes no releases, so one that stands in a file of the same import counts as there. An address that
  // stands twice belongs to the first line.
  judge: [
    sql`
    update import_csr_servers as line set
      fault_column = case when other.server is not null then 'ipAddress' end,
      fault = 'is the address of ' || other.server || ' in this import'
    from import_csr_servers as self
    left join lateral (
      select first.server from import_csr_servers as first
      where first.ip_address = self.ip_address and first.seq < self.seq order by first.seq limit 1
    ) as other on true
    where line.seq = self.seq and (
      (line.fault_column is null and other.server is not null)
      or (line.fault_column = 'releaseVersion' and exists (
        select from import_seen as seen where seen.kind = 'csr-releases' and seen.key = line.release)))`,
  ],
  things: { thing: sql`'CSR ' || line.server`, about: ['csr', sql`line.ip_address`] },
  write: ({ has }) => [
    sql`
      insert into csr (server, ip_address, release, description)
      select server, ip_address, release, description
      from import_csr_servers where is_new or changes <> '{}' order by seq
      on conflict (server) do update set ${updates({ ip_address: true, description: has('description') })}`,
  ],
}
