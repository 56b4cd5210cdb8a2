// node scripts/part.mjs NAME COMMAND [ARG...]: runs one part of the check and notes its seconds (lib/figures.mjs).
import { spawn } from 'node:child_process'
import { measured } from './lib/figures.mjs'

const [name, command, ...args] = process.argv.slice(2)
process.exitCode = await measured(
  name,
  () =>
    new Promise((done, fail) => {
      const child = spawn(command, args, { stdio: 'inherit' })
      child.once('error', fail)
      child.once('exit', (code) => done(code ?? 1))
    }),
)
