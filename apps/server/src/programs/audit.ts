// npm run audit:verify and npm run audit:archive (docs/audit.md). Codes: 0 all is well, 1 something does not hold or
// was refused.
import { auditCommand } from './audit-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await auditCommand(argv.slice(2), { env: process.env, stdout, stderr })
