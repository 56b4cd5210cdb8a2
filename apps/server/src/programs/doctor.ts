// npm run doctor (docs/operations/watching.md). Codes: 0 no fault, 1 something must be mended.
import { doctorCommand } from './doctor-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await doctorCommand(argv.slice(2), { env: process.env, stdout, stderr })
