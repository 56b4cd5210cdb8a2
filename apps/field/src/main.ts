import { BadSetting, readConfig } from './config.ts'
import { codeOf, serve } from './serve.ts'

async function start(): Promise<void> {
  // What this process makes is for its user alone: the store has the provider's private key.
  process.umask(0o077)
  const config = readConfig(process.env)
  const field = await serve(config)
  const { url, port } = field
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url, port, delays: config.delays })}\n`)

  const stop = async () => {
    await field.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** What went wrong, in one sentence. */
function sentence(error: unknown): string {
  if (error instanceof BadSetting) return error.message
  const port = process.env.FIELD_PORT || '8090'
  const folder = process.env.FIELD_DATA_DIR ?? ''
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program; stop it or choose another with FIELD_PORT.`
    case 'EACCES':
      return `This user may not use port ${port} or the folder '${folder}'; choose others with FIELD_PORT and FIELD_DATA_DIR.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address '${process.env.FIELD_HOST ?? ''}'; set FIELD_HOST to one that it has.`
    case 'ERR_SQLITE_ERROR':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ENOSPC':
    case 'EEXIST':
    case 'EPERM':
    case 'EROFS':
      return `The field's data folder '${folder}' cannot be used: ${error instanceof Error ? error.message : ''}.`
    default:
      return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`The field cannot start. ${sentence(error)}\n`)
  process.exit(1)
})
