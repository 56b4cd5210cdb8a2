// npm run move-database (docs/data.md, From PGlite to PostgreSQL). Codes: 0 all of it is there, 1 something was refused or is
// not the same, 3 a database is of a newer version or from before the baseline.
import { moveDatabaseCommand } from './move-database-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await moveDatabaseCommand(argv.slice(2), { env: process.env, stdout, stderr })
