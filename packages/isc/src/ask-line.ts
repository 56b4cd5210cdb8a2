import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { exitCodes, Failure } from './failure.ts'
import type { Surroundings } from './surroundings.ts'

/** One line of a person; the question stands on stderr, so that stdout holds answers alone. */
export async function askLine(
  { stdin, stderr, signal }: Pick<Surroundings, 'stdin' | 'stderr' | 'signal'>,
  question: string,
  { isHidden = false } = {},
): Promise<string> {
  stderr.write(question)
  // What is typed comes back by way of the interface's output: a token is shown to no one.
  const silent = new Writable({ write: (_text, _encoding, done) => done() })
  const reader = createInterface({
    input: stdin,
    output: isHidden ? silent : stderr,
    terminal: stdin.isTTY === true,
  })
  try {
    const stopped = new Promise<never>((_, refuse) => {
      const stop = () => refuse(new Failure(exitCodes.notDone, 'You stopped it.'))
      reader.once('SIGINT', stop)
      reader.once('close', stop)
      signal.addEventListener('abort', stop, { once: true })
    })
    return await Promise.race([reader.question(''), stopped])
  } finally {
    reader.close()
    if (isHidden) stderr.write('\n')
  }
}
