import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { environments } from '@support-console/contract'
import { z } from 'zod'
import { aerisWords, wylessWords } from './systems/carriers/carrier-words.ts'

/** One setting of the server. The README's table is checked against this list. */
export interface Setting {
  name: string
  /** The text that stands for an absent setting; undefined: none. */
  default?: string
  /** The default with DEMO=on, `{field}` being FIELD_URL; with DEMO=off the setting is then required. */
  demo?: string
  meaning: string
  /** May also be given as NAME_FILE, the path of a file that holds it (R36). */
  secret?: true
  check: z.ZodType<unknown, string>
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a port number from 0 to 65535')

const text = z.string().min(1, 'must not be empty')
const optional = z.string()

const webAddress = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), {
    error: 'must be an http(s) address',
    abort: true,
  })
  .refine((value) => new URL(value).username === '', 'must not carry a user name or password')
  .transform((value) => value.replace(/\/+$/, ''))
const optionalWebAddress = z.union([z.literal(''), webAddress], {
  error: 'must be an http(s) address or empty',
})

/** An address with {ip} in it, in its host or its path. */
const agentAddress = z
  .string()
  .refine((value) => value.includes('{ip}'), { error: 'must contain {ip}', abort: true })
  .refine((value) => webAddress.safeParse(value.replaceAll('{ip}', '127.0.0.1')).success, {
    error: 'must be an http(s) address with {ip} in it',
  })
  .transform((value) => value.replace(/\/+$/, ''))

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)

/** Words, separated by commas; at least one. */
const words = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  )
  .refine((list) => list.length > 0, 'must be words, separated by commas')

const wordsOf = <const N extends string>(name: N, standard: readonly string[], meaning: string) => ({
  name,
  default: standard.join(', '),
  meaning,
  check: words,
})

const links = z.string().transform((value, context) => {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.map((part) => {
    const at = part.indexOf('=')
    const link = { label: part.slice(0, at).trim(), url: part.slice(at + 1).trim() }
    // Only what may be clicked without harm (R24).
    if (at < 1 || !/^(https:|mailto:|http:\/\/localhost)/.test(link.url) || !URL.canParse(link.url))
      context.addIssue({ code: 'custom', message: 'must be LABEL=https://…, separated by commas' })
    return link
  })
})

/** Which proxies' X-Forwarded-* count (R33). Not a number of hops: whoever reaches us directly could claim them. */
const proxies = z.string().transform((value, context): false | string[] => {
  if (value === '' || value === 'off') return false
  const addresses = value.split(',').map((part) => part.trim())
  const known = (address: string) => {
    const [ip = '', bits, ...rest] = address.split('/')
    const named = ['loopback', 'linklocal', 'uniquelocal'].includes(address)
    return named || (isIP(ip) > 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits)))
  }
  if (!addresses.every(known))
    context.addIssue({ code: 'custom', message: 'must be off or addresses of proxies, separated by commas' })
  return addresses
})

const demoText = <const N extends string>(name: N, demo: string, meaning: string) => ({
  name,
  demo,
  meaning,
  check: text,
})
const demoSecret = <const N extends string>(name: N, demo: string, meaning: string) => ({
  ...demoText(name, demo, meaning),
  secret: true as const,
})
const demoAddress = <const N extends string>(name: N, path: string, meaning: string) => ({
  name,
  demo: `{field}${path}`,
  meaning,
  check: webAddress,
})

const inFlight = <const N extends string>(name: N, standard: string, meaning: string) => ({
  name,
  default: standard,
  meaning,
  check: wholeNumber(1, 100),
})

/** An Ed25519 private key; where the environment has no line breaks, they stand as \\n. */
const signingKey = z
  .string()
  .transform((pem) => pem.replaceAll('\\n', '\n'))
  .refine((pem) => pem === '' || isEd25519(pem), 'must be an Ed25519 private key (PKCS #8, PEM)')

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** Keys of 32 bytes in base64, the newest first; none where it is empty. */
const secretsKeys = z.string().transform((value, context): Buffer[] => {
  const keys = value.split(/[\s,]+/).filter(Boolean)
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)))
    context.addIssue({
      code: 'custom',
      message:
        'must be 32 random bytes in base64 (openssl rand -base64 32); of several, separated by commas, the newest first',
    })
  return keys.map((key) => Buffer.from(key, 'base64'))
})

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
    meaning: "The console's address as browsers know it; http://localhost:PORT when empty",
    check: optionalWebAddress,
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
    meaning: 'PostgreSQL address (postgres://…); without it the server keeps its own database in DATA_DIR',
    check: z
      .string()
      .refine(
        (value) => value === '' || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)),
        'must be a postgres:// address',
      ),
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'How many connections to PostgreSQL this server keeps at most',
    check: wholeNumber(2, 500),
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
  demoAddress('OIDC_ISSUER', '/realms/installer-services', 'Issuer of the sign-on provider'),
  {
    name: 'OIDC_JWKS_URL',
    default: '',
    meaning: "Address of the provider's keys; OIDC_ISSUER/protocol/openid-connect/certs when empty",
    check: optionalWebAddress,
  },
  { name: 'OIDC_CLIENT_ID', default: 'support-console', meaning: "The console's client id", check: text },
  {
    name: 'OIDC_AUDIENCE',
    default: 'support-console-api',
    meaning: 'What an access token must name as its audience; empty: its azp must be the client id instead',
    check: optional,
  },
  {
    name: 'OIDC_REFRESH_REUSE_SECONDS',
    default: '0',
    demo: '10',
    meaning:
      'For how many seconds the provider takes a refresh token a second time, which spares who reloads a page a new sign-on; 0: never (docs/operations.md)',
    check: wholeNumber(0, 60),
  },
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
  demoAddress('ATT_BASE_URL', '/att/rws/api/v1', 'AT&T, Cisco IoT Control Center'),
  demoText('ATT_USER', 'console', 'AT&T user name'),
  demoSecret('ATT_API_KEY', 'demo-att-key', 'Key of that AT&T user'),
  inFlight(
    'ATT_IN_FLIGHT',
    '1',
    'AT&T, over all replicas: calls in flight at most; its fair-use policy says 1',
  ),
  {
    name: 'ATT_CALLS_PER_SECOND',
    default: '5',
    meaning: 'AT&T, over all replicas: calls in any second at most; its fair-use policy says 5',
    check: wholeNumber(1, 1000),
  },
  {
    name: 'ATT_READ_SECONDS',
    default: '30',
    meaning: 'AT&T: how long a reading call may keep its place; then it is given up, and the others go on',
    check: wholeNumber(1, 590),
  },
  demoAddress('VERIZON_BASE_URL', '/verizon/api/m2m/v1', 'Verizon, ThingSpace connectivity'),
  demoAddress('VERIZON_TOKEN_URL', '/verizon/api/ts/v1/oauth2/token', 'Verizon, ThingSpace tokens'),
  demoSecret('VERIZON_KEY', 'demo-vzn-key', 'ThingSpace application key'),
  demoSecret('VERIZON_SECRET', 'demo-vzn-secret', 'ThingSpace application secret'),
  demoText('VERIZON_USERNAME', 'console', 'ThingSpace user name'),
  demoSecret('VERIZON_PASSWORD', 'demo-vzn-password', 'ThingSpace password'),
  demoText('VERIZON_ACCOUNT', '0342077109-00001', 'Verizon account'),
  {
    name: 'VERIZON_DESCRIPTION_FIELD',
    default: 'CustomField1',
    meaning: "Which of Verizon's custom fields holds the description of a SIM",
    check: z.string().regex(/^CustomField[1-5]$/, 'must be CustomField1 to CustomField5'),
  },
  inFlight('VERIZON_IN_FLIGHT', '8', 'Verizon: calls in flight at most'),
  {
    name: 'VERIZON_CALLBACK_URL',
    default: '',
    meaning:
      "Where Verizon posts results, as it reaches the console: ADDRESS/api/simmanagement/v1/carriers/verizon/callback. Empty: with DEMO=on the console's own address, otherwise results are only asked for",
    check: optionalWebAddress,
  },
  {
    name: 'VERIZON_CALLBACK_USERNAME',
    default: '',
    demo: 'verizon-callback',
    meaning: 'User name that Verizon shall put into its callbacks',
    check: optional,
  },
  {
    name: 'VERIZON_CALLBACK_PASSWORD',
    default: '',
    demo: 'demo-callback-password',
    secret: true,
    meaning: 'Password that Verizon shall put into its callbacks',
    check: optional,
  },
  demoAddress('AERIS_BASE_URL', '/aeris/AerAdmin_WS_5_0/rest', 'Aeris, AerAdmin 5.0'),
  demoSecret('AERIS_API_KEY', 'demo-aeris-key', 'Aeris key'),
  demoText('AERIS_ACCOUNT_ID', '100042', 'Aeris account'),
  demoText('AERIS_EMAIL', 'console@example.com', 'Acting Aeris user'),
  inFlight('AERIS_IN_FLIGHT', '4', 'Aeris: calls in flight at most'),
  {
    name: 'AERIS_DEACTIVATION',
    default: 'cancel',
    meaning: 'What deactivating a SIM means at Aeris: cancel (final) or suspend (can be taken back)',
    check: z.enum(['cancel', 'suspend'], { error: 'must be cancel or suspend' }),
  },
  wordsOf('AERIS_SUCCESS', aerisWords.success, 'Aeris: the resultCode of success'),
  wordsOf(
    'AERIS_UNKNOWN_SIM',
    aerisWords.unknownSim,
    'Aeris: resultCodes, and what a resultMessage holds, of a SIM that it does not know',
  ),
  wordsOf(
    'AERIS_NOT_AUTHENTICATED',
    aerisWords.notAuthenticated,
    'Aeris: resultCodes, and what a resultMessage holds, where it does not accept our credentials',
  ),
  wordsOf(
    'AERIS_DEACTIVATED',
    aerisWords.deactivated,
    'Aeris: how a deviceStatus begins that is out of service for good',
  ),
  demoAddress('WYLESS_URL', '/wyless/PorthosAPI/PorthosWSF2.asmx', 'Wyless, Porthos'),
  demoText('WYLESS_LOGIN', 'console', 'Wyless login'),
  demoSecret('WYLESS_PASSWORD', 'demo-wyless-password', 'Wyless password'),
  {
    name: 'WYLESS_PARTNER_ID',
    demo: '1000',
    meaning: 'Wyless partner number',
    check: wholeNumber(0, 999_999_999),
  },
  {
    name: 'WYLESS_CREDENTIALS',
    default: 'session-key',
    meaning: 'How calls to Wyless are signed: session-key (log in once) or login (on every call)',
    check: z.enum(['session-key', 'login'], { error: 'must be session-key or login' }),
  },
  wordsOf('WYLESS_SUCCESS', wylessWords.success, 'Wyless: how a Result begins, and which Code, of success'),
  wordsOf(
    'WYLESS_REFUSED',
    wylessWords.refused,
    'Wyless: how a Result begins that is a no; any other word is unknown',
  ),
  wordsOf(
    'WYLESS_UNKNOWN_SIM',
    wylessWords.unknownSim,
    'Wyless: Codes, and what a Description holds, of a SIM that it does not know',
  ),
  wordsOf(
    'WYLESS_NOT_AUTHENTICATED',
    wylessWords.notAuthenticated,
    'Wyless: Codes, and what a Description or a fault holds, where login or session key are not accepted',
  ),
  wordsOf(
    'WYLESS_DEACTIVATED',
    wylessWords.deactivated,
    'Wyless: how a Status begins that is out of service for good',
  ),
  inFlight('WYLESS_IN_FLIGHT', '4', 'Wyless: calls in flight at most'),
  {
    name: 'CARRIER_ANSWER_SECONDS',
    default: '180',
    meaning: 'How long a carrier may take to describe or to change a SIM; some take more than two minutes',
    check: wholeNumber(1, 590),
  },
  {
    name: 'CARRIER_SETTLE_SECONDS',
    default: '120',
    meaning: 'How long after it was asked a carrier may still make a change whose answer was lost',
    check: wholeNumber(1, 3600),
  },
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
  demoAddress('MOBILE_BROKER_BASE_URL', '/mobile-broker/api/v1', 'MobileBroker'),
  demoSecret('MOBILE_BROKER_API_KEY', 'demo-broker-key', 'MobileBroker key'),
  demoAddress('CONNECTOR_BASE_URL', '/connector/v1', 'Connector'),
  demoSecret('CONNECTOR_TOKEN', 'demo-connector-token', 'Connector token'),
  demoAddress('REMOTE_PORTAL_BASE_URL', '/remote-portal/api/v1', 'Remote Portal'),
  demoSecret('REMOTE_PORTAL_API_KEY', 'demo-portal-key', 'Remote Portal key'),
  demoAddress('PATHFINDER_BASE_URL', '/pathfinder/v1', 'Pathfinder'),
  demoSecret('PATHFINDER_TOKEN', 'demo-pathfinder-token', 'Pathfinder token'),
  {
    name: 'PANEL_ANSWER_SECONDS',
    default: '15',
    meaning: 'How long the Remote Portal and Pathfinder may take for an answer about a panel',
    check: wholeNumber(1, 20),
  },
  {
    name: 'AUDIT_SIGNING_KEY',
    default: '',
    secret: true,
    meaning:
      'Ed25519 private key (PKCS #8, PEM) that signs exports and archives of the audit trail; empty: with `DEMO=on` one is made and kept in DATA_DIR, otherwise nothing can be exported',
    check: signingKey,
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
  {
    name: 'CSR_AGENT_URL',
    demo: '{field}/csr-agent/{ip}/v1',
    meaning: "Address of a CSR's agent, {ip} standing for the CSR's IP address",
    check: agentAddress,
  },
  demoSecret('CSR_AGENT_TOKEN', 'demo-csr-agent-token', 'Token of the CSR agents'),
  {
    name: 'CSR_ANSWER_SECONDS',
    default: '120',
    meaning: 'How long a silent agent is waited for before its deployment ends as an error',
    check: wholeNumber(1, 3600),
  },
  {
    name: 'CSR_DEPLOY_SECONDS',
    default: '900',
    meaning: 'How long an agent may work on a deployment before it ends as an error',
    check: wholeNumber(1, 86_400),
  },
  {
    name: 'CSR_LOOK_MS',
    default: '2000',
    meaning: 'The wait between two looks at a deployment, in milliseconds',
    check: wholeNumber(10, 60_000),
  },
  {
    name: 'CSR_STATUS_SECONDS',
    default: '300',
    meaning: 'How often each agent is asked how many panels report to it',
    check: wholeNumber(1, 86_400),
  },
  demoAddress(
    'WEBCONNECT_BASE_URL',
    '/webconnect',
    'WebConnect: its list of containers, and each below its name',
  ),
  demoSecret('WEBCONNECT_TOKEN', 'demo-webconnect-token', 'WebConnect token'),
  {
    name: 'WEBCONNECT_INTERVAL_SECONDS',
    default: '60',
    meaning: 'How often the WebConnect containers are asked',
    check: wholeNumber(1, 86_400),
  },
  {
    name: 'WEBCONNECT_DETAIL_HOURS',
    default: '24',
    meaning: 'How long every sample of a container is kept; of older ones one in ten minutes stays',
    check: wholeNumber(1, 87_600),
  },
  {
    name: 'WEBCONNECT_KEEP_HOURS',
    default: '168',
    meaning: 'How long samples are kept at all, and what a container said that is gone',
    check: wholeNumber(1, 87_600),
  },
  {
    name: 'WEBCONNECT_SILENT_MINUTES',
    default: '15',
    meaning: 'After how long without receiving anything a connection counts as silent',
    check: wholeNumber(1, 10_080),
  },
] as const satisfies readonly Setting[]

type Settings = (typeof settings)[number]
export type SettingName = Settings['name']
/** Every setting's checked value by its name. */
export type SettingValues = {
  [Name in SettingName]: z.output<Extract<Settings, { name: Name }>['check']>
}
