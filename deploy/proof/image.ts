import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const tag = 'localhost/support-console:proof'
// Builds without a kernel's overlays and without namespaces of its own, so that it also does in a container.
const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

const buildah = (...args: string[]) =>
  execFileSync('buildah', args, { env, cwd: root, encoding: 'utf8' }).trim()

/** Why no image can be built here; undefined where it can. */
export function missingBuilder(): string | undefined {
  if (process.getuid?.() !== 0) return 'buildah is used as root here'
  if (spawnSync('buildah', ['--version']).error) return 'buildah is not installed'
  return undefined
}

/** What of an image is needed to run it as a container engine would. */
export interface Image {
  /** In words: '188 MB'. */
  size: string
  baseSize: string
  /** From its configuration. */
  entrypoint: string[]
  command: string[]
  healthcheck: string[]
  environment: string[]
  user: string
  /** The folder in which its files lie. */
  tree: string
  remove(): void
}

/** Builds the Containerfile as it stands. */
export function buildImage(): Image {
  const base = /^ARG NODE=(\S+)$/m.exec(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))?.[1] ?? ''
  const isThere = buildah('images', '--quiet', '--filter', `reference=${base}`) !== ''
  if (!isThere && spawnSync('buildah', ['pull', base], { env }).status !== 0) {
    console.info(`${base} cannot be had: it is made of Debian and the project's own Node.js instead.`)
    const script = join(import.meta.dirname, 'base-without-registry.sh')
    execFileSync(script, [base, process.execPath], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  buildah(
    'build',
    '--quiet',
    '--format',
    'docker',
    '--pull-never',
    '-f',
    'deploy/Containerfile',
    '-t',
    tag,
    '.',
  )
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', tag)) as {
    Docker: {
      config: Record<'Entrypoint' | 'Cmd' | 'Env', string[]> & {
        User: string
        Healthcheck: { Test: string[] }
      }
    }
  }
  const container = buildah('from', '--pull-never', tag)
  const { config } = Docker
  return {
    size: sizeOf(tag),
    baseSize: sizeOf(base),
    entrypoint: config.Entrypoint,
    command: config.Cmd,
    healthcheck: config.Healthcheck.Test.slice(1),
    environment: config.Env,
    user: config.User,
    tree: buildah('mount', container),
    remove: () => void buildah('rm', container),
  }
}

const sizeOf = (image: string): string => buildah('images', '--format', '{{.Size}}', image)

/**
 * Runs a program in the image's files as an engine does: these read-only, nothing else but /proc, three devices and the names of
 * hosts, as the image's user without any capability.
 */
export function runIn(image: Image, args: string[], settings: Record<string, string>): ChildProcess {
  for (const folder of ['proc', 'dev', 'mnt']) mkdirSync(join(image.tree, folder), { recursive: true })
  const script = `set -e
mount --make-rprivate /
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount -t tmpfs -o mode=755 none "$0/dev"
for device in null random urandom; do touch "$0/dev/$device"; mount --bind /dev/$device "$0/dev/$device"; done
mount -o remount,bind,ro "$0"
exec unshare --root="$0" --wd=/app --setgid=10001 --setuid=10001 -- "$@"`
  return spawn('unshare', ['--mount', 'sh', '-c', script, image.tree, ...args], {
    env: {
      PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      ...Object.fromEntries(image.environment.map((each) => each.split(/=(.*)/s).slice(0, 2))),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
