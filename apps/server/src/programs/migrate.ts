// npm run migrate (docs/operations/versions.md). Codes: 0 the database is as this program wants it, 1 it is older (--check) or
// something was refused, 3 it is of a newer version or from before the baseline.
import { migrateCommand } from './migrate-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await migrateCommand(argv.slice(2), { env: process.env, stdout, stderr })
