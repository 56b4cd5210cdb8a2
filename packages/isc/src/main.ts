import { isc } from './isc.ts'

const stop = new AbortController()
// What was begun is told before it ends: a second Ctrl+C ends it at once.
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// The other end of a pipe, such as `head`, has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { env, stdin, stdout, stderr } = process
process.exitCode = await isc(process.argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal })
