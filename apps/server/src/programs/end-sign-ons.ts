// npm run end-sign-ons -- EMAIL (docs/operations/sign-on.md). Codes: 0 ended, 1 refused.
import { endSignOnsCommand } from './end-sign-ons-command.ts'

process.umask(0o077)
const { argv, stdout, stderr } = process
process.exitCode = await endSignOnsCommand(argv.slice(2), { env: process.env, stdout, stderr })
