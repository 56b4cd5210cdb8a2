import { environments } from '@support-console/contract'
import { z } from 'zod'
import { addressFault } from './platform/database/address.ts'
import { certificates, links, proxies, secretsKeys, signingKey } from './platform/settings/checks.ts'
import {
  keepDays,
  optional,
  optionalWebAddress,
  port,
  type Setting,
  share,
  text,
  type ValuesOf,
  webAddress,
  wholeNumber,
} from './platform/settings/setting.ts'
import { signOnSettings } from './platform/sign-on/sign-on.settings.ts'
import { carriersSettings } from './systems/carriers/carriers.ts'
import { connectorSettings } from './systems/connector/connector.settings.ts'
import { csrAgentSettings } from './systems/csr-agent/csr-agent.settings.ts'
import { mobileBrokerSettings } from './systems/mobile-broker/mobile-broker.settings.ts'
import { pathfinderSettings } from './systems/pathfinder/pathfinder.settings.ts'
import { remotePortalSettings } from './systems/remote-portal/remote-portal.settings.ts'
import { webconnectSettings } from './systems/webconnect/webconnect.settings.ts'

/** Every setting there is, in the order of the README's table. */
export const settings = [
  {
    name: 'PORT',
    default: '8080',
    meaning: 'Port of the console and its API (0: any free one)',
    check: port,
  },
  {
    name: 'HOST',
    default: 'localhost',
    meaning: 'Address to listen on; 0.0.0.0 for every network',
    check: text,
  },
  {
    name: 'METRICS_PORT',
    default: '9464',
    meaning: 'Port of /metrics, /healthz and /readyz for operators',
    check: port,
  },
  {
    name: 'METRICS_HOST',
    default: 'localhost',
    meaning: 'Address to listen on for operators; whoever reaches it reads the figures',
    check: text,
  },
  {
    name: 'PUBLIC_URL',
    demo: '',
    meaning: "The console's address as browsers know it, without a path; http://localhost:PORT when empty",
    check: optionalWebAddress.refine(
      (value) => value === '' || /^\/?$/.test(new URL(value).pathname),
      'must have no path: the console is served at the root of its host, so give it a name of its own',
    ),
  },
  {
    name: 'TRUST_PROXY',
    default: 'off',
    meaning:
      'Whose X-Forwarded-* headers count: off, or addresses (10.0.0.0/8, loopback) separated by commas',
    check: proxies,
  },
  {
    name: 'ENVIRONMENT',
    demo: 'test',
    meaning: 'Which host this is: dev, test or prod (the Panel Environment depends on it)',
    check: z.enum(environments, { error: `must be one of ${environments.join(', ')}` }),
  },
  {
    name: 'DEMO',
    default: 'on',
    meaning:
      'on: seed the demo world and talk to the field; off: for real use. With DATABASE_URL or ENVIRONMENT=prod it must be said',
    check: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
  },
  {
    name: 'FIELD_URL',
    default: 'http://localhost:8090',
    meaning: 'Where the field listens; only with DEMO=on',
    check: webAddress,
  },
  {
    name: 'DATABASE_URL',
    default: '',
    secret: true,
    meaning:
      'PostgreSQL address (postgres://…), with several hosts where the database may move (docs/operations.md); without it the server keeps its own database in DATA_DIR',
    check: z.string().superRefine((value, { addIssue }) => {
      const why = value === '' ? undefined : addressFault(value)
      if (why) addIssue(why)
    }),
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'How many connections to PostgreSQL this server keeps at most',
    check: wholeNumber(2, 500),
  },
  {
    name: 'MIGRATE',
    default: 'start',
    meaning:
      'start: a start brings the database to its version; off: `npm run migrate` alone does, and a start on an older database is refused',
    check: z
      .enum(['start', 'off'], { error: 'must be start or off' })
      .transform((value) => value === 'start'),
  },
  {
    name: 'WORKER',
    default: 'on',
    meaning:
      'on: answers people and works on what they ordered; off: answers people only; only: works, and answers nobody but operators (/metrics, /healthz, /readyz). off and only need DATABASE_URL',
    check: z.enum(['on', 'off', 'only'], { error: 'must be on, off or only' }),
  },
  {
    name: 'DRAIN_SECONDS',
    default: '5',
    demo: '0',
    meaning:
      'How long after SIGTERM the server still takes calls while /readyz says that it is not ready, so that whoever sends it traffic has seen it; 5 with `DEMO=off`',
    check: wholeNumber(0, 60),
  },
  { name: 'DATA_DIR', default: 'data', meaning: 'Folder of the own database', check: text },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'trace, debug, info, warn, error or silent',
    check: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    }),
  },
  {
    name: 'INSTANCE',
    default: '',
    meaning: 'What this server calls itself in its log and its traces; the name of its machine when empty',
    check: z.string().max(100, 'must be at most 100 characters long'),
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning:
      'Where traces go by OTLP over HTTP, for instance http://localhost:4318; empty: none are kept (docs/operations.md)',
    check: optionalWebAddress,
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '0.1',
    meaning:
      'Which share of the calls that only read is traced, from 0 to 1; what changes something always is (docs/operations.md)',
    check: share,
  },
  {
    name: 'CALLS_PER_MINUTE',
    default: '600',
    meaning:
      'How many calls one user, or one neighbour, may make in a minute on one server; a tenth of it for exports and calls to carriers',
    check: wholeNumber(10, 1_000_000),
  },
  {
    name: 'OVERLOAD_DELAY_MS',
    default: '5000',
    meaning:
      'How far behind, in milliseconds, the server answers "overloaded" at once rather than everything late',
    check: wholeNumber(10, 600_000),
  },
  ...signOnSettings,
  {
    name: 'AUTOMATION_OPERATOR_EMAIL',
    default: 'robot@example.com',
    meaning: 'Whose rows HideRobot hides on User Action Detail',
    check: z
      .string()
      .refine(
        (value) => value === '' || z.email().safeParse(value).success,
        'must be an e-mail address or empty',
      ),
  },
  {
    name: 'PROFILE_URL',
    default: '',
    meaning: "Where 'Profile' leads; the provider's account page when empty",
    check: optionalWebAddress,
  },
  {
    name: 'APPLICATION_LINKS',
    default: '',
    meaning: 'Links of the profile pop-over: LABEL=https://…, separated by commas',
    check: links,
  },
  {
    name: 'BRAND_URL',
    default: '',
    meaning: 'Where the brand logo leads; empty: to the home page',
    check: optionalWebAddress,
  },
  ...carriersSettings,
  {
    name: 'DEACTIVATION_LOOK_MS',
    default: '2000',
    meaning:
      'The first wait before a carrier is asked how a SIM or a request stands, in milliseconds; it doubles up to 15 times as long',
    check: wholeNumber(10, 60_000),
  },
  {
    name: 'DEACTIVATION_PATIENCE_SECONDS',
    default: '60',
    meaning: 'How long a batch waits in all for a carrier that takes no requests before its rows fail',
    check: wholeNumber(0, 3600),
  },
  ...mobileBrokerSettings,
  ...connectorSettings,
  ...remotePortalSettings,
  ...pathfinderSettings,
  {
    name: 'AUDIT_SIGNING_KEY',
    default: '',
    secret: true,
    meaning:
      'Ed25519 private key (PKCS #8, PEM) that signs exports and archives of the audit trail; empty: with `DEMO=on` one is made and kept in DATA_DIR, otherwise nothing can be exported',
    check: signingKey,
  },
  {
    name: 'AUDIT_TIMESTAMP_URL',
    default: '',
    meaning:
      'Address of a time-stamp server (RFC 3161) that is asked for one of the head of the audit chain each hour; empty: none is',
    check: optionalWebAddress,
  },
  {
    name: 'AUDIT_TIMESTAMP_CA',
    default: '',
    secret: true,
    meaning: 'Certificates (PEM) to which its time-stamps must go back; no secret, but long',
    check: certificates,
  },
  {
    name: 'SECRETS_KEY',
    demo: '',
    secret: true,
    meaning:
      'Key that encrypts VPN passwords in the database: 32 random bytes in base64; of several, separated by commas, the first writes and all read. Empty: the demo makes one and keeps it in DATA_DIR',
    check: secretsKeys,
  },
  {
    name: 'LINKING_SERVICE_TOKEN',
    default: '',
    demo: 'demo-linking-token',
    secret: true,
    meaning:
      'Token by which the linking service may ask whether an installer service key is valid; empty: nobody may',
    check: optional,
  },
  keepDays(
    'SIM_ACTIVITY_KEEP_DAYS',
    'SIM activity; it goes by whole months, and SIMs that nothing else names are then not found any more',
  ),
  keepDays('BATCHES_KEEP_DAYS', 'batches that have ended, and deactivations of single SIMs'),
  keepDays('DEPLOYMENTS_KEEP_DAYS', 'deployments that have ended; the last one of each CSR stays'),
  keepDays(
    'OBSERVATIONS_KEEP_DAYS',
    'what neighbours said otherwise than before, and when they did not answer; what they said last stays',
  ),
  ...csrAgentSettings,
  ...webconnectSettings,
] as const satisfies readonly Setting[]

export type SettingName = (typeof settings)[number]['name']
/** Every setting's checked value by its name. */
export type SettingValues = ValuesOf<typeof settings>
