import { statSync } from 'node:fs'
import { type Config, cautionsOf, mistypedSettings, parseConfig, settings } from '../../config.ts'
import { StartError } from '../../platform/settings/start-error.ts'
import { type Finding, findingsOf } from './finding.ts'

const { fine, warning, fault } = findingsOf('settings')

/** Each fault of the settings, names that look mistyped, files of secrets that others may read. */
export function lookAtSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; findings: Finding[] } {
  const findings = [
    ...mistypedSettings(env).map((says) => warning(says)),
    ...secretFiles(env).flatMap(([name, path]) => {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
      return (mode & 0o007) === 0
        ? []
        : [warning(`${name}: every user of this machine can read the file. Close it (chmod o-rwx).`)]
    }),
  ]
  try {
    const config = parseConfig(env)
    findings.push(...cautionsOf(config).map((says) => warning(says)))
    if (!config.auditSigningKey && !config.demo)
      findings.push(
        warning('AUDIT_SIGNING_KEY is not set: nothing can be exported or archived from the audit trail.'),
      )
    return { config, findings: [fine('All settings can be read.'), ...findings] }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const faults = error.faults.length > 0 ? error.faults : [error.message]
    return { config: undefined, findings: [...faults.map((says) => fault(`${says}.`)), ...findings] }
  }
}

const secretFiles = (env: NodeJS.ProcessEnv): [string, string][] =>
  settings.flatMap((setting): [string, string][] => {
    const name = `${setting.name}_FILE`
    const path = 'secret' in setting ? env[name] : undefined
    return path ? [[name, path]] : []
  })
