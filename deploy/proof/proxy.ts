import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/testing/free-port.ts'

/** A proxy with its sample of this repository, in front of two servers. */
export interface RunningProxy {
  /** Port of https, and of plain http. */
  port: number
  plainPort: number
  stop(): Promise<void>
}

interface Sample {
  program: string
  /** Below `deploy`. */
  file: string
  /** What of it belongs to a machine. */
  certificates: string
  /** How it is started with the file in this folder; writes what else it needs. */
  command(folder: string, sample: string): string[]
}

export const samples: readonly Sample[] = [
  {
    program: 'nginx',
    file: 'nginx/support-console.conf',
    certificates: '/etc/nginx/tls',
    command(folder, sample) {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join('\n')
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 2;
events { worker_connections 1024; }
http { access_log off; ${temporary}
include ${sample}; }`,
      )
      return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    },
  },
  {
    program: 'haproxy',
    file: 'haproxy/haproxy.cfg',
    certificates: '/etc/haproxy/tls',
    command: (_folder, sample) => ['-q', '-f', sample],
  },
]

/** Why it cannot be tried here; undefined where it can. */
export const missing = (program: string): string | undefined =>
  spawnSync(program, ['-v']).error ? `${program} is not installed` : undefined

/** Starts it in front of servers at these ports of 127.0.0.1; of the sample only ports and paths are changed. */
export async function startProxy(sample: Sample, servers: readonly [number, number]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'console-proxy-'))
  // nginx's workers belong to another user.
  chmodSync(folder, 0o755)
  const [port, plainPort] = [await freePort(), await freePort()]
  certify(folder)
  const file = join(folder, 'sample')
  const text = readFileSync(join(import.meta.dirname, '..', sample.file), 'utf8')
    .replaceAll(sample.certificates, folder)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${servers[0]}`)
    .replaceAll('127.0.0.1:8082', `127.0.0.1:${servers[1]}`)
    .replace(/(listen |bind :)443/, `$1${port}`)
    .replace(/(listen |bind :)80\b/, `$1${plainPort}`)
  writeFileSync(file, text)
  const child = spawn(sample.program, sample.command(folder, file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    said += more
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (let tries = 0; !(await answers(port)); tries++) {
    if (child.exitCode !== null || tries > 200) throw new Error(`${sample.program} did not start: ${said}`)
    await pause(50)
  }
  return {
    port,
    plainPort,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function certify(folder: string): void {
  const key = join(folder, 'console.key')
  const pem = join(folder, 'console.pem')
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=console.example', '-keyout', key, '-out', pem],
    ],
    { stdio: 'ignore' },
  )
  // HAProxy wants both in one file; nginx takes the first of it.
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(key, 'utf8'))
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
