import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { nearNames } from './platform/settings/near-names.ts'
import type { Setting } from './platform/settings/setting.ts'
import { StartError } from './platform/settings/start-error.ts'
import { keycloakForm } from './platform/sign-on/provider.ts'
import { type SettingName, type SettingValues, settings } from './settings.ts'
import { carriersOf } from './systems/carriers/carriers.ts'
import { connectorOf } from './systems/connector/connector.settings.ts'
import { csrAgentOf } from './systems/csr-agent/csr-agent.settings.ts'
import { mobileBrokerOf } from './systems/mobile-broker/mobile-broker.settings.ts'
import { pathfinderOf } from './systems/pathfinder/pathfinder.settings.ts'
import { remotePortalOf } from './systems/remote-portal/remote-portal.settings.ts'
import { webconnectOf } from './systems/webconnect/webconnect.settings.ts'

export { settings } from './settings.ts'

/** What the server runs with: every setting checked, defaults filled in. Nothing else reads the environment. */
export type Config = ReturnType<typeof parseConfig>

/**
 * Reads all settings from the environment; secrets also from the file that NAME_FILE names (R36).
 * @throws StartError that lists every fault at once
 */
export function parseConfig(env: Environment) {
  return arrange(readSettings(env, settings))
}

/**
 * What a command needs that only asks or changes the database.
 * @throws StartError
 */
export function parseBareConfig(env: Environment): Pick<Config, 'demo' | 'database'> {
  const values = settingsForCommand(env)
  return { demo: values.DEMO, database: databaseOf(values) }
}

/**
 * The part of it that commands beside the server need, so that they ask for no address of a carrier.
 * @throws StartError
 */
export function parseDatabaseConfig(env: Environment): Pick<Config, 'demo' | 'database' | 'secretsKeys'> {
  const values = settingsForCommand(env, 'SECRETS_KEY')
  return { demo: values.DEMO, database: databaseOf(values), secretsKeys: values.SECRETS_KEY }
}

/**
 * The same with what commands need that sign.
 * @throws StartError
 */
export function parseAuditConfig(
  env: Environment,
): Pick<Config, 'demo' | 'database' | 'auditSigningKey' | 'auditTimeStamps'> {
  const values = settingsForCommand(env, 'AUDIT_SIGNING_KEY', 'AUDIT_TIMESTAMP_URL', 'AUDIT_TIMESTAMP_CA')
  return {
    demo: values.DEMO,
    database: databaseOf(values),
    auditSigningKey: values.AUDIT_SIGNING_KEY,
    auditTimeStamps: timeStampsOf(values),
  }
}

/** Keycloak's; where any other provider has one, only PROFILE_URL can say. */
const accountPageOf = (issuer: string) => (keycloakForm.test(issuer) ? `${issuer}/account` : issuer)

const timeStampsOf = (values: SettingValues) => ({
  url: values.AUDIT_TIMESTAMP_URL,
  roots: values.AUDIT_TIMESTAMP_CA,
})

const settingsForCommand = (env: Environment, ...its: SettingName[]) =>
  readSettings(
    env,
    settings.filter(
      ({ name }) => [...its, 'DEMO', 'DATA_DIR', 'MIGRATE'].includes(name) || name.startsWith('DATABASE_'),
    ),
  )

/** What is allowed and yet seldom meant, in sentences for the log of a start. */
export function cautionsOf({ http: { publicUrl, trustProxy } }: Pick<Config, 'http'>): string[] {
  const { hostname } = new URL(publicUrl)
  const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(hostname)
  if (isLocal || trustProxy) return []
  return [
    `PUBLIC_URL is ${publicUrl}, but TRUST_PROXY is off: if browsers come through a proxy, everybody has the proxy's address in limits, log and audit trail.`,
  ]
}

/** What is given and not read, where it looks like a setting that was mistyped: a sentence each. */
export const mistypedSettings = (env: Environment): string[] =>
  nearNames(Object.keys(env), [
    ...settings.flatMap((setting) => [
      setting.name,
      ...('secret' in setting ? [`${setting.name}_FILE`] : []),
    ]),
    // Of other programs of ours.
    ...['LOG_FILE_MB', 'LOG_FILE_COUNT', 'FIELD_PORT', 'FIELD_HOST', 'FIELD_DATA_DIR'],
  ]).map(([name, meant]) => `${name} is no setting: did you mean ${meant}?`)

type Environment = Record<string, string | undefined>

function readSettings(env: Environment, list: readonly (typeof settings)[number][]): SettingValues {
  const faults: string[] = []
  const demo = (env.DEMO ?? 'on') === 'on'
  const field = (env.FIELD_URL || 'http://localhost:8090').replace(/\/+$/, '')
  const values = {} as Record<SettingName, unknown>
  for (const setting of list as readonly (Setting & { name: SettingName })[]) {
    const demoText = demo ? setting.demo?.replace('{field}', field) : undefined
    const text = givenText(setting, env, faults) ?? demoText ?? setting.default
    if (text === undefined) {
      faults.push(
        `${setting.name}${setting.secret ? ` or ${setting.name}_FILE` : ''} is required when DEMO=off`,
      )
      continue
    }
    const { success, data, error } = setting.check.safeParse(text)
    if (success) values[setting.name] = data
    else faults.push(`${setting.name} ${[...new Set(error.issues.map((i) => i.message))].join(', ')}`)
  }
  faults.push(...faultsBetween(values, env))
  if (faults.length > 0) throw new StartError(`The settings are not right: ${faults.join('; ')}.`, faults)
  return values as unknown as SettingValues
}

/** What no setting shows by itself. */
function faultsBetween(values: Record<SettingName, unknown>, env: Environment): string[] {
  const faults = []
  if (values.VERIZON_CALLBACK_URL && !(values.VERIZON_CALLBACK_USERNAME && values.VERIZON_CALLBACK_PASSWORD))
    faults.push(
      'VERIZON_CALLBACK_USERNAME and VERIZON_CALLBACK_PASSWORD are required with VERIZON_CALLBACK_URL',
    )
  if (values.WORKER !== undefined && values.WORKER !== 'on' && !values.DATABASE_URL)
    faults.push(
      `WORKER=${values.WORKER} needs DATABASE_URL: one folder serves one server, which does everything`,
    )
  if (values.AUDIT_TIMESTAMP_URL && (values.AUDIT_TIMESTAMP_CA as unknown[])?.length === 0)
    faults.push('AUDIT_TIMESTAMP_CA or AUDIT_TIMESTAMP_CA_FILE is required with AUDIT_TIMESTAMP_URL')
  if (values.WEBHOOKS_LOCAL && values.ENVIRONMENT === 'prod')
    faults.push('WEBHOOKS_LOCAL must be off on the production host: webhooks go to the Internet alone')
  // A forgotten DEMO=off must not fill a database with the demo world (D31); the demo on this machine needs no word.
  if (!env.DEMO && (values.DATABASE_URL || values.ENVIRONMENT === 'prod'))
    faults.push(
      `DEMO must be said with ${values.DATABASE_URL ? 'DATABASE_URL' : 'ENVIRONMENT=prod'}: off for real use, on for a demo, which fills the database with its world`,
    )
  return faults
}

function givenText(
  setting: Setting,
  env: Record<string, string | undefined>,
  faults: string[],
): string | undefined {
  // An empty value counts as absent where there is no default, so that a template's blank line is noticed.
  const direct = env[setting.name]?.trim()
  const value = direct === '' && setting.default === undefined ? undefined : direct
  const file = setting.secret ? env[`${setting.name}_FILE`] : undefined
  if (!file) return value
  if (value) {
    faults.push(`${setting.name} and ${setting.name}_FILE are both given`)
    return value
  }
  try {
    const content = readFileSync(file, 'utf8').trim()
    if (content === '') faults.push(`${setting.name}_FILE names an empty file`)
    return content
  } catch (error) {
    faults.push(`${setting.name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
    return undefined
  }
}

const databaseOf = (values: SettingValues) => ({
  url: values.DATABASE_URL,
  connections: values.DATABASE_CONNECTIONS,
  folder: values.DATA_DIR,
  migrateAtStart: values.MIGRATE,
})

function arrange(values: SettingValues) {
  const publicUrl = values.PUBLIC_URL || `http://localhost:${values.PORT}`
  return {
    http: {
      port: values.PORT,
      host: values.HOST,
      publicUrl,
      trustProxy: values.TRUST_PROXY,
      callsPerMinute: values.CALLS_PER_MINUTE,
      overloadDelayMs: values.OVERLOAD_DELAY_MS,
      drainMs: values.DRAIN_SECONDS * 1000,
    },
    metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST },
    environment: values.ENVIRONMENT,
    demo: values.DEMO,
    worker: values.WORKER,
    database: databaseOf(values),
    deactivations: {
      firstLookMs: values.DEACTIVATION_LOOK_MS,
      longestLookMs: 15 * values.DEACTIVATION_LOOK_MS,
      patienceMs: values.DEACTIVATION_PATIENCE_SECONDS * 1000,
    },
    csr: {
      answerMs: values.CSR_ANSWER_SECONDS * 1000,
      deployMs: values.CSR_DEPLOY_SECONDS * 1000,
      lookMs: values.CSR_LOOK_MS,
      statusMs: values.CSR_STATUS_SECONDS * 1000,
    },
    webConnect: {
      intervalMs: values.WEBCONNECT_INTERVAL_SECONDS * 1000,
      detailHours: values.WEBCONNECT_DETAIL_HOURS,
      keepHours: values.WEBCONNECT_KEEP_HOURS,
      silentMinutes: values.WEBCONNECT_SILENT_MINUTES,
    },
    fleet: {
      surveyMs: values.FLEET_SURVEY_SECONDS * 1000,
      hours: values.SWEEP_HOURS,
      perSecond: values.SWEEP_RATES,
      nights: values.SWEEP_NIGHTS,
    },
    /** 0: for ever. */
    keepDays: {
      simActivity: values.SIM_ACTIVITY_KEEP_DAYS,
      batches: values.BATCHES_KEEP_DAYS,
      deployments: values.DEPLOYMENTS_KEEP_DAYS,
      observations: values.OBSERVATIONS_KEEP_DAYS,
    },
    log: { level: values.LOG_LEVEL, instance: values.INSTANCE || hostname() },
    traces: {
      url: values.OTEL_EXPORTER_OTLP_ENDPOINT,
      shareOfReadings: values.OTEL_TRACES_SAMPLER_ARG,
    },
    signOn: {
      issuer: values.OIDC_ISSUER,
      jwksUrl: values.OIDC_JWKS_URL,
      clientId: values.OIDC_CLIENT_ID,
      audience: values.OIDC_AUDIENCE,
      refreshReuseSeconds: values.OIDC_REFRESH_REUSE_SECONDS,
    },
    automationOperatorEmail: values.AUTOMATION_OPERATOR_EMAIL,
    profileUrl: values.PROFILE_URL || accountPageOf(values.OIDC_ISSUER),
    applicationLinks: values.APPLICATION_LINKS,
    brandUrl: values.BRAND_URL || null,
    reasons: { areRequired: values.REASON_REQUIRED, ticketUrl: values.TICKET_URL || null },
    deviceSignOn: values.DEVICE_SIGN_ON,
    webhooks: { allowsLocal: values.WEBHOOKS_LOCAL },
    auditSigningKey: values.AUDIT_SIGNING_KEY,
    auditTimeStamps: timeStampsOf(values),
    /** None: see openSecrets. */
    secretsKeys: values.SECRETS_KEY,
    linkingServiceToken: values.LINKING_SERVICE_TOKEN,
    neighbours: {
      ...carriersOf(values),
      mobileBroker: mobileBrokerOf(values),
      connector: connectorOf(values),
      remotePortal: remotePortalOf(values),
      pathfinder: pathfinderOf(values),
      webConnect: webconnectOf(values),
      csrAgents: csrAgentOf(values),
    },
  }
}
