// The server's own settings, which no neighbour has: its first six, what it listens on, its database, its log.
import { environments } from '@support-console/contract'
import { z } from 'zod'
import { addressFault } from './platform/database/address.ts'
import { proxies, secretsKeys, signingKey } from './platform/settings/checks.ts'
import {
  optionalWebAddress,
  port,
  share,
  text,
  webAddress,
  wholeNumber,
} from './platform/settings/setting.ts'

export const first = [
  {
    name: 'DEMO',
    default: 'on',
    meaning:
      'on: seed the demo world and talk to the field; off: for real use. With DATABASE_URL or ENVIRONMENT=prod it must be said',
    check: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on'),
  },
  {
    name: 'ENVIRONMENT',
    demo: 'test',
    meaning: 'Which host this is: dev, test or prod (the Panel Environment depends on it)',
    check: z.enum(environments, { error: `must be one of ${environments.join(', ')}` }),
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
    name: 'DATABASE_URL',
    default: '',
    secret: true,
    meaning:
      'PostgreSQL address (postgres://…), of one or several hosts (docs/operations/postgresql.md); without it the server keeps its own database in DATA_DIR',
    check: z.string().superRefine((value, { addIssue }) => {
      const why = value === '' ? undefined : addressFault(value)
      if (why) addIssue(why)
    }),
  },
  {
    name: 'SECRETS_KEY',
    demo: '',
    secret: true,
    meaning:
      'Key that encrypts VPN passwords and installer service keys: 32 random bytes in base64; of several, separated by commas, the first writes and all read. Empty: the demo makes one in DATA_DIR',
    check: secretsKeys,
  },
  {
    name: 'AUDIT_SIGNING_KEY',
    default: '',
    secret: true,
    meaning:
      'Ed25519 private key (PKCS #8, PEM) that signs exports and archives of the audit trail; empty: the demo makes one in DATA_DIR, otherwise nothing can be exported',
    check: signingKey,
  },
] as const

export const listening = [
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
    meaning: 'Address to listen on for operators; anyone who reaches it can read the figures',
    check: text,
  },
  {
    name: 'TRUST_PROXY',
    default: 'off',
    meaning:
      'Whose X-Forwarded-* headers count: off, or addresses (10.0.0.0/8, loopback) separated by commas',
    check: proxies,
  },
  {
    name: 'FIELD_URL',
    default: 'http://localhost:8090',
    meaning: 'Where the field listens; only with DEMO=on',
    check: webAddress,
  },
] as const

export const running = [
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'How many connections to PostgreSQL this server keeps at most',
    check: wholeNumber(2, 500),
  },
  { name: 'DATA_DIR', default: 'data', meaning: 'Folder of the own database', check: text },
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
      'on: answers people and works on orders; off: answers people only; only: works, and answers operators only. off and only need DATABASE_URL',
    check: z.enum(['on', 'off', 'only'], { error: 'must be on, off or only' }),
  },
  {
    name: 'DRAIN_SECONDS',
    default: '5',
    demo: '0',
    meaning:
      'For how many seconds after SIGTERM the server still takes calls while /readyz is red, so that the proxy notices; 5 with `DEMO=off`',
    check: wholeNumber(0, 60),
  },
] as const

export const watched = [
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
      'Where traces go by OTLP over HTTP, for instance http://localhost:4318; empty: none are kept (docs/operations/watching.md)',
    check: optionalWebAddress,
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '0.1',
    meaning:
      'Which share of the calls that only read is traced, from 0 to 1; what changes something always is (docs/operations/watching.md)',
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
] as const
