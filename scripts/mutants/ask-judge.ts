import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Order } from './judge.ts'
import { makeScratch } from './scratch.ts'

/** So long may the tests of one fault run. Those that never end have noticed it too. */
const patienceMs = 15 * 60_000
/** So long may a judge take to end what it has started. */
const endingMs = 20_000

export interface Judge {
  /** @throws Error where the judge itself failed */
  ask(order: Order): Promise<Answer>
  close(): Promise<void>
}

/** A judge with a copy of the checkout of its own, made when it is first asked; one that hangs is replaced with its copy. */
export function createJudge(): Judge {
  let now: { child: ChildProcess; folder: string } | undefined
  let ending: Promise<void> | undefined

  async function begin() {
    const folder = makeScratch()
    const log = openSync(join(folder, 'judge.log'), 'w')
    const child = spawn(process.execPath, [join(import.meta.dirname, 'judge.ts')], {
      cwd: folder,
      // One kind of database shows most faults; `TEST_DATABASES=all` for the others.
      env: { TEST_DATABASES: 'one', ...process.env },
      stdio: ['ignore', log, log, 'ipc'],
      // Its own group, so that all that it has started can be ended with it.
      detached: true,
    })
    closeSync(log)
    now = { child, folder }
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    return now
  }

  async function end(): Promise<void> {
    if (!now) return
    const { child, folder } = now
    now = undefined
    if (child.exitCode === null && child.signalCode === null) {
      child.disconnect()
      await Promise.race([once(child, 'exit'), pause(endingMs)])
    }
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }

  /** Who asks while it ends already waits for that. */
  const close = () => {
    ending ??= end().finally(() => {
      ending = undefined
    })
    return ending
  }

  return {
    close,
    async ask(order) {
      const { child, folder } = now ?? (await begin())
      const over = Promise.withResolvers<Answer | 'late'>()
      const onExit = () =>
        over.reject(
          new Error(`The judge ended:\n${readFileSync(join(folder, 'judge.log'), 'utf8').slice(-2000)}`),
        )
      const timer = setTimeout(() => over.resolve('late'), patienceMs)
      child.once('message', over.resolve).once('exit', onExit)
      try {
        if (child.connected) child.send(order)
        else onExit()
        const answer = await over.promise
        if (answer !== 'late') return answer
        await close()
        return { red: `tests that did not end within ${patienceMs / 60_000} minutes` }
      } finally {
        clearTimeout(timer)
        child.off('message', over.resolve).off('exit', onExit)
      }
    },
  }
}
