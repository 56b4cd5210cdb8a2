/** Where a panel is, and what it needs: names as they stand in the lines of a story. */
export type Place = Readonly<Record<string, string | number>>

/** What a story is drawn from. */
export interface Ground {
  /** A number from 0 up to this, the next one of a seed. */
  below(most: number): number
  /** One of the panels, each as likely. */
  aPanel(): Place
}

/** What can happen to many, and to those with the same of what. */
const outages: readonly [what: string, shared: readonly string[]][] = [
  ['carrier.region-down', ['region']],
  ['carrier.region-down', ['region', 'container']],
  ['carrier.apn-down', ['carrier', 'apn']],
  ['carrier.suspended', ['batch']],
  ['carrier.plan-exceeded', ['batch']],
  ['vpn.gateway-down', ['gateway', 'region']],
  ['vpn.account-refused', ['subnet']],
  ['place.power-lost', ['town']],
  ['panel.firmware-fails', ['firmware', 'carrier']],
  ['container.deaf', ['container']],
  ['container.stopped', ['container']],
  ['container.certificate-ended', ['container']],
  ['receiver.core-down', ['receiver']],
  ['receiver.release', ['receiver']],
  ['network.names-lost', ['carrier', 'company']],
]
/** What can happen to one panel. */
const own = [
  ...['panel.power-lost', 'panel.radio-lost', 'panel.sim-swapped', 'panel.clock-wrong'],
  ...['carrier.suspended', 'carrier.deactivated', 'panel.moved to.environment=DEV'],
  'pathfinder.changed to.environment=DEV',
]
const sources = ['mobile-broker', 'connector', 'carrier']
const neighbours = ['att', 'verizon', 'mobile-broker', 'connector', 'pathfinder', 'csr-agent']
/** A record against a live session, or a word that no one has heard yet. */
const records = [
  ...['to.state=suspended', 'to.state=deactivated', 'to.online=false'],
  ...['to.word=REVIEW_HOLD', 'to.word=PENDING-PORT', 'to.word=QUARANTINE'],
]

/**
 * The lines of a drawn story. Size 0 has nothing wrong but lags and comings and goings; 1 to 3 is how many faults there are, some
 * masked, some mended, some long over.
 */
export function drawnStory(size: number, { below, aPanel }: Ground): string[] {
  const lines: string[] = []
  const one = <Item>(of: readonly Item[]): Item => of[below(of.length)] as Item
  const between = (least: number, most: number) => least + below((most - least) * 60) / 60
  const happens = (percent: number) => below(100) < percent
  const add = (...parts: (string | number | false)[]) =>
    lines.push(parts.filter((part) => part !== false).join(' '))
  const lasting = (least: number, most: number) => happens(75) && `lasts=${between(least, most)}`
  const of = (place: Place, ...names: readonly string[]) =>
    names.map((name) => `${name}=${place[name]}`).join(' ')
  const ownFault = (at: number, place: Place) => add(at, one(own), of(place, 'panel'), lasting(60, 1200))

  function plantOutage(at: number, place: Place): void {
    const [what, shared] = one(outages)
    const isRelease = what === 'receiver.release'
    const spread = happens(25) ? between(60, 240) : 0
    const after = what === 'place.power-lost' ? between(120, 240) : 0
    const least = after + (spread || 20)
    add(
      ...[at, what, of(place, ...shared), lasting(least, least + 400)],
      ...[spread > 0 && `spread=${spread}`, after > 0 && `after=${after}`],
      happens(20) && `back=${between(60, 600)}`,
      (isRelease || happens(15)) && `share=${isRelease ? 0.33 : 0.5}`,
      isRelease && 'to.release=5.0.0',
      `lag=${one([0.3, 1, 1, 3])}`,
    )
    // Someone of them, or of others, stops by themselves shortly before or after.
    if (happens(40)) ownFault(at + between(0, 10) - 5, happens(50) ? place : aPanel())
  }

  const noisy = of(aPanel(), 'container')
  const neighbour = `neighbour=${one(neighbours)}`
  const from = between(0, 200)
  if (happens(30)) add(from, 'container.figures-late', noisy, lasting(20, 90), `to.minutes=${2 + below(6)}`)
  if (happens(30)) add(0, 'container.spells', noisy, `to.spelling=${one(['short', 'padded'])}`)
  if (happens(40)) add(from, 'neighbour.slow', neighbour, `lasts=${between(10, 90)}`, 'to.seconds=3')
  else if (happens(60)) add(from, 'neighbour.refuses', neighbour, `lasts=${between(10, 120)}`)
  for (let i = 0; i < 2; i++)
    add(-between(0, 2000), 'source.says', of(aPanel(), 'sim'), `to.source=${one(sources)}`, one(records))
  for (let i = 0; i < size; i++) {
    // Some are long over, and some are mended while sources still say otherwise.
    const at = happens(15) ? -between(600, 2000) : between(2, 240)
    if (happens(45)) ownFault(at, aPanel())
    else plantOutage(at, aPanel())
  }
  return lines
}
