import { isNewer } from './versions.ts'

export interface LogLine {
  at: string
  line: string
}

/** Why a deployment fails on the server on which every upgrade does. */
export const failedReason = (release: string): string =>
  `csr-core ${release} did not pass its health check: configuration schema ${schemaOf(release)} expected, 42 found`

const schemaOf = (release: string): string => release.split('.').slice(0, 2).join('')

/** What an agent has written about a deployment by now, oldest first. */
export function stepsOf(deployment: {
  release: string
  previousRelease: string
  panels: number
  fails: boolean
  startedAt: number
  due: number
  now: number
}): LogLine[] {
  const { release, previousRelease, panels, fails, startedAt, due, now } = deployment
  const isUpgrade = isNewer(release, previousRelease)
  // From 0, when it was taken, to 1, when it is over.
  const plan: [number, string][] = [
    [0, `Deployment of csr-core ${release} accepted; ${previousRelease} is running`],
    [0.05, `Package csr-core-${release}.tar.zst found in the release store, 214 MB`],
    [0.2, 'Package complete, signature verified'],
    [0.35, `csr-core ${previousRelease} stopped, ${panels} panels disconnected`],
    [0.5, `csr-core ${release} installed`],
    [0.6, isUpgrade ? 'Configuration brought to the new schema' : 'Configuration of this release restored'],
    [0.75, `csr-core ${release} started, waiting for its health check`],
    ...(fails
      ? ([
          [0.85, `Health check failed: 503, configuration schema ${schemaOf(release)} expected, 42 found`],
          [0.95, `csr-core ${release} stopped`],
          [1, `Deployment failed. csr-core is stopped; files of ${previousRelease} are in place`],
        ] satisfies [number, string][])
      : ([[1, `Health check passed, panels are connecting again`]] satisfies [number, string][])),
  ]
  const lines: LogLine[] = []
  for (const [part, line] of plan) {
    const at = Math.round(startedAt + part * (due - startedAt))
    if (at <= now) lines.push({ at: new Date(at).toISOString(), line })
  }
  return lines
}
