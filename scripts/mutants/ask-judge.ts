import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer, Order } from './judge.ts'
import { makeScratch } from './scratch.ts'

/** So long may the tests of one fault run. Those that never end have noticed it too. */
const patienceMs = 15 * 60_000

export interface Judge {
  ask(order: Order): Promise<Answer>
  close(): void
}

/** A judge with a copy of the checkout of its own; one that does not end, or dies, is replaced with its copy. */
export function createJudge(): Judge {
  let folder = ''
  let child: ChildProcess | undefined

  async function begin(): Promise<ChildProcess> {
    folder = makeScratch()
    const log = openSync(join(folder, 'judge.log'), 'w')
    const judge = spawn(process.execPath, [join(import.meta.dirname, 'judge.ts')], {
      cwd: folder,
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    })
    closeSync(log)
    child = judge
    await Promise.race([once(judge, 'message'), once(judge, 'exit')])
    return judge
  }

  function close(): void {
    try {
      // With all that it has started.
      if (child?.pid && child.exitCode === null) process.kill(-child.pid)
    } catch {
      // It is gone already.
    }
    child = undefined
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    folder = ''
  }

  return {
    async ask(order) {
      const judge = child ?? (await begin())
      const over = Promise.withResolvers<Answer>()
      const timer = setTimeout(
        () => over.resolve({ red: `tests that did not end within ${patienceMs / 60_000} minutes` }),
        patienceMs,
      )
      const onAnswer = (answer: Answer) => over.resolve(answer)
      const onExit = () => over.reject(new Error(`The judge ended:\n${logOf(folder).slice(-2000)}`))
      judge.once('message', onAnswer).once('exit', onExit)
      if (judge.exitCode !== null) onExit()
      else judge.send(order)
      try {
        const answer = await over.promise
        if (answer.red?.startsWith('tests that did not end')) close()
        return answer
      } catch (error) {
        close()
        throw error
      } finally {
        clearTimeout(timer)
        judge.off('message', onAnswer).off('exit', onExit)
      }
    },
    close,
  }
}

const logOf = (folder: string): string => readFileSync(join(folder, 'judge.log'), 'utf8')
