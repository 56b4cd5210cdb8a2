// npm run import -- [--dry-run] [--errors FILE] FILE...: loads CSV files (D3; docs/import.md). Codes: 0 all is well,
// 1 something was refused or a line was bad, 130 or 143 stopped by a signal.
import { importCommand } from './import-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await importCommand(argv.slice(2), { env: process.env, stdout, stderr })
