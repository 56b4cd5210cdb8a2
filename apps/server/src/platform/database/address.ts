/** One server that an address names. */
export interface Host {
  /** A name, an IP address, or the folder of a Unix socket. */
  host: string
  port: number
  /** Where it is connected to, if that is not looked up by its name. */
  address?: string
}

/** How certain the connection must be (libpq's `sslmode`). */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof sslModes)[number]

/** What DATABASE_URL says, read as libpq reads it (PostgreSQL 18, 32.1.1.2 and 32.1.2). */
export interface DatabaseAddress {
  /** In their order, which is the order in which they are tried (D52). */
  hosts: Host[]
  user?: string
  password?: string
  database?: string
  sslMode: SslMode
  /** Paths; `system`: the authorities that this machine trusts. */
  sslRootCert?: string
  sslCert?: string
  sslKey?: string
  sslPassword?: string
  /** TLS from the first byte (`sslnegotiation=direct`). */
  sslDirect: boolean
  /** Milliseconds for each host. */
  connectMs: number
  /** Tried in another order each time. */
  shuffled: boolean
  /** Settings for each connection, by their names, from `options=-c name=value`. */
  settings: Record<string, string>
}

/** DATABASE_URL cannot be read; the message goes on after the name of the setting, and holds no password. */
export class AddressFault extends Error {
  override name = 'AddressFault'
}

const usualPort = 5432
/** Where there is another host to try, the one that hangs is left sooner. */
const usualConnectMs = { one: 10_000, several: 5_000 }
const leastConnectMs = 2_000

/** Taken by libpq, without a meaning for this program. */
const withoutMeaning = new Set([
  ...['application_name', 'fallback_application_name', 'client_encoding', 'keepalives', 'keepalives_idle'],
  ...[
    'keepalives_interval',
    'keepalives_count',
    'tcp_user_timeout',
    'sslcompression',
    'sslsni',
    'krbsrvname',
  ],
  ...['gsslib', 'gssdelegation', 'ssl_min_protocol_version', 'ssl_max_protocol_version', 'uselibpqcompat'],
])
/** What libpq can be told that this program cannot do, unless it is one of these values. */
const cannot: Record<string, readonly string[]> = {
  service: [''],
  passfile: [''],
  sslcrl: [''],
  sslcrldir: [''],
  requirepeer: [''],
  gssencmode: ['disable', 'prefer'],
  channel_binding: ['disable', 'prefer'],
  replication: ['false', 'off', 'no', '0'],
  require_auth: [''],
}

/**
 * Reads `postgres://[user[:password]@][host[:port]][,…][/database][?name=value[&…]]`.
 * @throws AddressFault
 */
export function parseAddress(text: string): DatabaseAddress {
  const scheme = /^postgres(?:ql)?:\/\//.exec(text)?.[0]
  if (!scheme) throw new AddressFault('must be a postgres:// address')
  const rest = text.slice(scheme.length)
  try {
    return readParts(rest)
  } catch (error) {
    // What seems to be a host or a parameter may be a part of the password: it is not quoted.
    if (error instanceof AddressFault && /[/?].*@/s.test(rest))
      throw new AddressFault(
        'cannot be read: a "/" in the user name or the password is written %2F, a "?" %3F',
      )
    throw error
  }
}

/** Why an address cannot be read, as it goes on after the name of the setting; undefined where it can. */
export function addressFault(text: string): string | undefined {
  try {
    parseAddress(text)
    return undefined
  } catch (error) {
    return (error as AddressFault).message
  }
}

function readParts(rest: string): DatabaseAddress {
  const question = rest.indexOf('?')
  const { user, password, hosts, ports, database } = beforeQuestion(
    question < 0 ? rest : rest.slice(0, question),
  )
  const given = parameters(question < 0 ? '' : rest.slice(question + 1))
  const list = (name: string) => given.get(name)?.split(',')
  const addresses = list('hostaddr') ?? []
  const sslMode = readSslMode(given)
  const all = hostList(list('host') ?? hosts, list('port') ?? ports, addresses)
  return {
    hosts: all,
    ...only('user', given.get('user') ?? user),
    ...only('password', given.get('password') ?? password),
    ...only('database', given.get('dbname') ?? database),
    sslMode,
    ...only('sslRootCert', given.get('sslrootcert')),
    ...only('sslCert', given.get('sslcert')),
    ...only('sslKey', given.get('sslkey')),
    ...only('sslPassword', given.get('sslpassword')),
    sslDirect: oneOf(given, 'sslnegotiation', ['postgres', 'direct']) === 'direct',
    connectMs: readConnectTime(given.get('connect_timeout'), all.length > 1 ? 'several' : 'one'),
    shuffled: oneOf(given, 'load_balance_hosts', ['disable', 'random']) === 'random',
    settings: readSettings(given.get('options') ?? ''),
  }
}

/** How it may be named in a log: hosts and database, without user and password. */
export const spoken = ({ host, port }: Host): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`

const only = <N extends string>(name: N, value: string | undefined) =>
  (value ? { [name]: value } : {}) as { [K in N]?: string }

/** User, password, hosts and database: a password may hold anything but `/` and `?`, which must be written %2F and %3F. */
function beforeQuestion(text: string) {
  const slash = text.indexOf('/')
  const authority = slash < 0 ? text : text.slice(0, slash)
  const at = authority.lastIndexOf('@')
  const colon = authority.indexOf(':')
  const named = at >= 0
  const hasPassword = named && colon >= 0 && colon < at
  const places = splitHosts(authority.slice(at + 1))
  return {
    user: named ? decode(authority.slice(0, hasPassword ? colon : at), 'user') : undefined,
    password: hasPassword ? decode(authority.slice(colon + 1, at), 'password') : undefined,
    hosts: places.map(({ host }) => decode(host, 'host')),
    ports: places.map(({ port }) => port),
    database: slash < 0 ? undefined : decode(text.slice(slash + 1), 'database'),
  }
}

/** IPv6 addresses stand in brackets. */
function splitHosts(text: string): { host: string; port: string }[] {
  return text.split(',').map((part) => {
    const found = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(part)
    if (!found)
      throw new AddressFault(`names the host "${part}", which is none: an IPv6 address stands in brackets`)
    return { host: found[1] ?? found[2] ?? '', port: found[3] ?? '' }
  })
}

function hostList(hosts: string[], ports: string[], addresses: string[]): Host[] {
  const count = Math.max(hosts.length, addresses.length)
  if (hosts.length > 1 && addresses.length > 1 && hosts.length !== addresses.length)
    throw new AddressFault(`names ${hosts.length} hosts and ${addresses.length} addresses in hostaddr`)
  if (ports.length > 1 && ports.length !== count)
    throw new AddressFault(`names ${count} hosts and ${ports.length} ports: give one port, or one for each`)
  return Array.from({ length: count }, (_, i) => {
    const address = addresses[i]
    return {
      host: hosts[i] || address || 'localhost',
      port: readPort((ports.length > 1 ? ports[i] : ports[0]) ?? ''),
      ...(address && { address }),
    }
  })
}

function readPort(text: string): number {
  if (text === '') return usualPort
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new AddressFault(`names the port "${text}": it must be a number from 1 to 65535`)
}

function parameters(text: string): Map<string, string> {
  const given = new Map<string, string>()
  for (const part of text.split('&').filter(Boolean)) {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    if (equals < 0) throw new AddressFault(`has "${name}" without a value`)
    const value = decode(part.slice(equals + 1), name)
    // As JDBC writes it, which libpq reads, too.
    if (name === 'ssl' && value === 'true') given.set('sslmode', 'require')
    else given.set(name, value)
  }
  for (const [name, value] of given) refuseForeign(name, value)
  return given
}

const known = new Set([
  ...[
    'host',
    'hostaddr',
    'port',
    'user',
    'password',
    'dbname',
    'sslmode',
    'sslrootcert',
    'sslcert',
    'sslkey',
  ],
  ...[
    'sslpassword',
    'connect_timeout',
    'load_balance_hosts',
    'options',
    'target_session_attrs',
    'sslnegotiation',
  ],
])

function refuseForeign(name: string, value: string): void {
  if (name === 'target_session_attrs') {
    if (['any', 'read-write', 'primary'].includes(value)) return
    if (['read-only', 'standby', 'prefer-standby'].includes(value))
      throw new AddressFault(`has target_session_attrs=${value}, but the console writes: use read-write`)
    throw new AddressFault(`has target_session_attrs=${value}: it must be read-write, primary or any`)
  }
  const able = cannot[name]
  if (able && !able.includes(value))
    throw new AddressFault(`has ${name}=${value}, which this program cannot do: leave it out`)
  if (!able && !known.has(name) && !withoutMeaning.has(name))
    throw new AddressFault(`has "${name}", which is no parameter of a PostgreSQL address: leave it out`)
}

function oneOf<V extends string>(
  given: Map<string, string>,
  name: string,
  values: readonly V[],
): V | undefined {
  const value = given.get(name)
  if (value === undefined) return undefined
  const found = values.find((each) => each === value)
  if (!found) throw new AddressFault(`has ${name}=${value}: it must be one of ${values.join(', ')}`)
  return found
}

function readSslMode(given: Map<string, string>): SslMode {
  const root = given.get('sslrootcert')
  const mode = oneOf(given, 'sslmode', sslModes)
  if (root !== 'system') return mode ?? 'prefer'
  // A certificate of any public authority proves nothing but its name (libpq, sslrootcert=system).
  if (mode && mode !== 'verify-full')
    throw new AddressFault('has sslrootcert=system, which needs sslmode=verify-full')
  return 'verify-full'
}

function readConnectTime(text: string | undefined, hosts: keyof typeof usualConnectMs): number {
  if (text === undefined) return usualConnectMs[hosts]
  if (!/^-?\d{1,6}$/.test(text))
    throw new AddressFault(`has connect_timeout=${text}: it must be a whole number of seconds`)
  const ms = Number(text) * 1_000
  // libpq would wait without end; a support console may not.
  return ms <= 0 ? usualConnectMs[hosts] : Math.max(ms, leastConnectMs)
}

/** `-c name=value` and `--name=value`, as the options of a server's start; a backslash keeps the blank behind it. */
function readSettings(text: string): Record<string, string> {
  const words = (text.match(/(?:\\.|\S)+/g) ?? []).map((word) => word.replace(/\\(.)/g, '$1'))
  const settings: Record<string, string> = {}
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const pair = word === '-c' ? (words[++i] ?? '') : word.replace(/^(?:-c|--)/, '')
    const equals = pair.indexOf('=')
    if (!/^(?:-c|--)/.test(word) || equals < 1)
      throw new AddressFault(`has options with "${word}": only -c name=value can be given`)
    settings[pair.slice(0, equals).replaceAll('-', '_')] = pair.slice(equals + 1)
  }
  return settings
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressFault(
      `has a "%" in the ${what} that is not followed by two hexadecimal digits: write it as %25`,
    )
  }
}
