// The rules of check-imports.mjs: who may import whom (docs/architecture.md).

/** Files that are for tests only: the tests, their folders, and the stages and facts that stand beside what they test. */
export const isTestCode = (path) => /\.(test|spec)\.tsx?$|\/testing\/|[.-](stage|facts)\.ts$/.test(path)

/** Console folders from the ground up: one imports its own height and what is below. */
const heights = { texts: 0, ui: 1, session: 2, api: 3, kit: 4, features: 5, app: 6 }

/**
 * Rooms of the server's platform, folders and the files beside them, from the ground up: one imports its own floor and what is
 * below.
 */
const platformFloors = [
  [
    ...['clock', 'csv', 'local-time', 'logging', 'made-file', 'problem', 'request-scope', 'secrets'],
    ...['settings', 'side-by-side', 'traces', 'wire-text'],
  ],
  ['database'],
  ['audit'],
  ['outbound', 'sign-on'],
  ['metrics', 'observations'],
  ['platform', 'repeatedly'],
  ['http'],
  ['jobs', 'news', 'undertakings'],
  ['feature', 'maintenance'],
]

/** Where every address of the console is built. */
export const addressBook = 'packages/contract/src/addresses.ts'

const area = (path, base) =>
  path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/')[0] : undefined

/** The room of a file of the server's platform or features: rooms go round in no circle, types included. */
export const roomOf = (path) =>
  isTestCode(path) ? undefined : /^apps\/server\/src\/(?:platform|features)\/[^/]+/.exec(path)?.[0]

const homeOf = (path) => /^(apps|packages)\/[^/]+/.exec(path)?.[0]

/** Why a file may not import another one, both relative to the root; undefined when it may. */
export function breach(from, to) {
  const [home, away] = [homeOf(from), homeOf(to)]
  // e2e, bench and scripts stand outside the house and look in.
  if (!home || !away) return undefined
  if (isTestCode(to) && !isTestCode(from)) return 'that is code for tests'
  if (home !== away) return betweenHouses(home, away, isTestCode(from))
  if (home === 'apps/server') return withinServer(from, to)
  if (home === 'apps/console') return withinConsole(from, to)
  return undefined
}

/** Ways round the platform's clock (D39); `new Date(given)` is none. */
const otherClocks =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(?:Timeout|Interval)\b|timers\/promises|\bAbortSignal\.timeout\b/

/** What in a file of the server asks another clock than the platform's; undefined where nothing does. */
export function otherClock(path, text) {
  if (!path.startsWith('apps/server/src/') || path === 'apps/server/src/platform/clock.ts') return undefined
  return isTestCode(path) ? undefined : otherClocks.exec(text)?.[0]
}

/** This computer's time of day. The session goes by the provider's, a look at servers by how long ago the last one was. */
const ownClocks = /\bDate\.now\b|\bnew Date\(\)/
const mayReadOwnClock =
  /^apps\/console\/src\/(?:session|gallery|ui\/server-clock|features\/csr\/(?:use-watch|status-cell))\b/

/** What in a file of the console asks this computer's clock; undefined where nothing does. */
export function ownClock(path, text) {
  if (!path.startsWith('apps/console/src/') || mayReadOwnClock.test(path)) return undefined
  return isTestCode(path) || /\bexamples\.tsx$/.test(path) ? undefined : ownClocks.exec(text)?.[0]
}

/** What each address of the console begins with, by the text of the address book: 'sims', 'company'. */
export const placesIn = (book) => new Set([...book.matchAll(/['`]\/([\w-]+)/g)].map(([, place]) => place))

/** A text that begins like a path, which is no call's, or has a query. */
const addressLike = /['"`]\/([\w-]+)(?![\w-]|\/v\d)[^'"`\s]*|['"`][^'"`\s]*\?\w+=/g

/** What in a file of ours builds one of the console's addresses by hand; undefined where nothing does. */
export function writtenAddress(path, text, places) {
  if (!/^(apps\/(console|server)|packages\/contract)\//.test(path)) return undefined
  if (path === addressBook || isTestCode(path) || places.size === 0) return undefined
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(addressLike)].find(([, place]) => place === undefined || places.has(place))?.[0]
}

/** Ways round `user.may`: rights made of roles, or roles looked at. */
const rolesAsked = /\bpermissionsOf\b|\.roles\b|\broles\b[^{}()]*\}\s*(?::|=[^>])/
/** Who makes rights of roles, who says by which roles a token calls, who tells people of their own, and the words of a refusal. */
const mayReadRoles = [
  'platform/sign-on/',
  'features/doors/tokens/authenticate.ts',
  'features/doors/tokens/tokens.store.ts',
  'features/session/session.routes.ts',
  'platform/problem.ts',
]

/** What in a file of the server asks for someone's roles instead of `user.may` (D45); undefined where nothing does. */
export function roleAsked(path, text) {
  const base = 'apps/server/src/'
  if (!path.startsWith(base) || isTestCode(path)) return undefined
  if (mayReadRoles.some((place) => path.startsWith(base + place))) return undefined
  return rolesAsked.exec(text)?.[0]
}

function betweenHouses(home, away, inTest) {
  if (home === 'packages/contract') return 'the contract imports nothing of ours'
  if (away === 'packages/carrier-samples') return inTest ? undefined : 'samples are for tests'
  if (home === 'apps/field' && away !== 'packages/demo-world')
    return 'the field plays strangers: it shares no code'
  if (home === 'apps/server' && away === 'apps/field' && inTest) return undefined
  if (away.startsWith('apps/')) return 'server, console and field never import each other'
  return undefined
}

function withinServer(from, to) {
  const base = 'apps/server/src'
  const [mine, theirs] = [area(from, base), area(to, base)]
  if (theirs === 'demo' && mine !== 'demo' && mine !== 'programs' && !isTestCode(from))
    return 'only programs know the demo world'
  if (mine === 'demo' && theirs === 'features' && !to.endsWith('/index.ts') && !isTestCode(from))
    return 'the demo world sees a feature by its index'
  if (theirs === 'programs' && mine !== 'programs' && !isTestCode(from)) return 'nothing imports a program'
  if (isTestCode(from)) return betweenFeatures(from, to, base)
  if (allSettings.includes(to) && mine !== 'programs' && !whole.includes(from))
    return 'only programs know the settings of all: ask for a slice'
  if ([`${base}/build-app.ts`, `${base}/migrations.ts`].includes(to) && mine !== 'programs')
    return 'only programs know the whole app'
  if (mine === 'platform' && (theirs === 'systems' || theirs === 'features'))
    return 'platform knows no systems or features'
  if (mine === 'systems' && theirs === 'features') return 'systems know no features'
  if (mine === 'platform' && theirs === 'platform') return betweenFloors(from, to)
  return betweenFeatures(from, to, base)
}

const allSettings = ['apps/server/src/config.ts', 'apps/server/src/settings.ts']
/** What puts the server together. */
const whole = ['apps/server/src/build-app.ts', 'apps/server/src/config.ts']

function betweenFloors(from, to) {
  const [mine, theirs] = [from, to].map((path) => area(path, 'apps/server/src/platform').replace(/\.ts$/, ''))
  const [low, high] = [mine, theirs].map((room) => platformFloors.findIndex((floor) => floor.includes(room)))
  if (low < 0 || high < 0)
    return `${low < 0 ? mine : theirs} stands on no floor of scripts/lib/import-rules.mjs`
  return high > low ? `${theirs} stands on a floor above ${mine}` : undefined
}

function withinConsole(from, to) {
  const base = 'apps/console/src'
  const [mine, theirs] = [area(from, base), area(to, base)]
  if (theirs === 'gallery' && mine !== 'gallery' && !isTestCode(from))
    return 'nothing of the gallery reaches the product'
  if (mine === 'gallery' && !isTestCode(from) && !['gallery', 'ui', 'texts'].includes(theirs))
    return 'the gallery shows ui only'
  if (mine === 'ui' && (theirs === 'session' || theirs === 'api')) return 'ui knows neither session nor api'
  if (mine in heights && theirs in heights && heights[theirs] > heights[mine])
    return `${mine} does not import ${theirs}`
  // What a screen says of itself is on the first page, its program is not.
  if (mine === 'app' && theirs === 'features' && !/\/(index|screen)\.tsx?$/.test(to) && !isTestCode(from))
    return 'app sees a feature by its index or its screen'
  return betweenFeatures(from, to, base)
}

function betweenFeatures(from, to, base) {
  const [mine, theirs] = [area(from, `${base}/features`), area(to, `${base}/features`)]
  if (mine && theirs && mine !== theirs && !/\/index\.tsx?$/.test(to))
    return 'a feature imports another only by its index'
  return undefined
}
