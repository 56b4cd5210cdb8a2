import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'

export interface BenchServer {
  url: string
  token: string
  stop(): Promise<void>
}

/**
 * @param collector where ours sends traces; none: it keeps none
 * @param share of the readings that are traced; none: the setting's default
 */
export async function startBenchServer(
  role: 'ours' | 'bare',
  databaseUrl: string,
  collector = '',
  share = '',
): Promise<BenchServer> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bench-server.ts'), role, databaseUrl, collector, share],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (!child.stdout) throw new Error('no output to read')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"url"')) continue
    const { url, token } = JSON.parse(line) as { url: string; token: string }
    return {
      url,
      token,
      async stop() {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      },
    }
  }
  throw new Error(`The ${role} server of the bench ended before it listened`)
}

export async function read({ url, token }: BenchServer, path: string): Promise<void> {
  const answer = await fetch(`${url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { message } = (await answer.json()) as { message: string }
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${message}`)
}

/** Milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

interface Lasting {
  seconds?: number
  warmUp?: number
  headers?: Record<string, string>
}

/** Requests per second at 32 connections, after as many seconds of `warmUp`; fails when any answer is not 200. */
export async function requestsPerSecond(url: string, token: string, lasting: Lasting = {}): Promise<number> {
  await load(url, token, lasting.warmUp ?? 2)
  return (await load(url, token, lasting.seconds ?? 5)).requests.average
}

/** The same of each second of processor that the server has for it: what else is done on the machine counts for little. */
export async function requestsPerProcessorSecond(
  { url, token }: BenchServer,
  path: string,
  { seconds = 5, warmUp = 2, headers }: Lasting,
): Promise<number> {
  const processor = async () =>
    ((await (await fetch(`${url}/api/bench/v1/processor`)).json()) as { data: number }).data
  await load(url + path, token, warmUp, headers)
  const before = await processor()
  const { requests } = await load(url + path, token, seconds, headers)
  return requests.total / ((await processor()) - before)
}

async function load(
  url: string,
  token: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: seconds,
    // As a browser asks; the bare route compresses nothing.
    headers: {
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  return result
}
