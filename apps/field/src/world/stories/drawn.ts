import { BadEvent, type EventKind, type Of, type To, type WorldEvent } from '../events.ts'
import { type Facts, factsOf, numberOfPanel, simOfPanel } from '../facts.ts'
import { generator } from '../generator.ts'
import type { Living, Story } from '../living.ts'
import { seedPanels } from '../panels.ts'

const minute = 60_000

/** What can happen to many, and to which of them. */
const outages: readonly [EventKind, (facts: Facts) => Of][] = [
  ['carrier.region-down', ({ region }) => ({ region })],
  ['carrier.region-down', ({ region, container }) => ({ region, container })],
  ['carrier.apn-down', ({ carrier, apn }) => ({ carrier, apn })],
  ['carrier.suspended', ({ batch }) => ({ batch })],
  ['carrier.plan-exceeded', ({ batch }) => ({ batch })],
  ['vpn.gateway-down', ({ gateway, region }) => ({ gateway, region })],
  ['vpn.account-refused', ({ subnet }) => ({ subnet })],
  ['place.power-lost', ({ town }) => ({ town })],
  ['panel.firmware-fails', ({ firmware, carrier }) => ({ firmware, carrier })],
  ['container.deaf', ({ container }) => ({ container })],
  ['container.stopped', ({ container }) => ({ container })],
  ['container.certificate-ended', ({ container }) => ({ container })],
  ['receiver.core-down', ({ receiver }) => ({ receiver })],
  ['receiver.release', ({ receiver }) => ({ receiver })],
  ['network.names-lost', ({ carrier, company }) => ({ carrier, company })],
]
/** What can happen to one panel. */
const own: readonly EventKind[] = [
  ...(['panel.power-lost', 'panel.radio-lost', 'panel.sim-swapped', 'panel.clock-wrong'] as const),
  ...(['carrier.suspended', 'carrier.deactivated', 'panel.moved', 'pathfinder.changed'] as const),
]
const sources = ['mobile-broker', 'connector', 'carrier'] as const
const neighbours = ['att', 'verizon', 'mobile-broker', 'connector', 'pathfinder', 'csr-agent'] as const

/**
 * A story of a seed: the same for the same seed, size and beginning. Size 0 has nothing wrong but lags and comings and
 * goings; 1 to 3 is how many faults there are, some masked, some mended, some long over.
 */
export function drawnStory(seed: number, size: number, now: number, living: Pick<Living, 'layout'>): Story {
  if (!(Number.isInteger(size) && size >= 0 && size <= 3)) throw new BadEvent("'size' is 0, 1, 2 or 3.")
  const below = generator(`story ${seed} ${size}`)
  const name = `drawn-${seed}-${size}`
  const events: WorldEvent[] = []
  const one = <Item>(of: readonly Item[]): Item => of[below(of.length)] as Item
  const between = (least: number, most: number) => (least + below((most - least) * 60) / 60) * minute
  const happens = (percent: number) => below(100) < percent
  const add = (what: EventKind, at: number, of: Of, more: Partial<WorldEvent> = {}) =>
    events.push({ id: `${name}/${events.length + 1}`, what, at: Math.round(at), of, ...more })
  const seeded = seedPanels().filter(
    ({ cloudId, connected, environment }) =>
      connected && environment === 'TEST' && living.layout.containerOf(numberOfPanel(cloudId)) !== '',
  )
  const aPanel = () => {
    const number = numberOfPanel(one(seeded).cloudId)
    return factsOf(number, living.layout.containerOf(number))
  }
  const until = (at: number, least: number, most: number) =>
    happens(75) ? { until: Math.round(at + between(least, most)) } : {}
  const ownFault = (at: number, facts: Facts) => {
    const what = one(own)
    const to =
      what === 'panel.moved' || what === 'pathfinder.changed' ? { to: { environment: 'DEV' as const } } : {}
    add(what, at, { panel: facts.panel }, { ...until(at, 60, 1200), ...to })
  }

  plantNoise(now)
  for (let i = 0; i < size; i++) plantFault()
  return { name, events }

  function plantFault(): void {
    const facts = aPanel()
    // Some are long over, and some are mended while sources still say otherwise.
    const begins = happens(15) ? now - between(600, 2000) : now + between(2, 240)
    if (happens(45)) ownFault(begins, facts)
    else plantOutage(begins, facts)
  }

  function plantOutage(begins: number, facts: Facts): void {
    const [what, of] = one(outages)
    const isRelease = what === 'receiver.release'
    const spread = happens(25) ? between(60, 240) : undefined
    const after = what === 'place.power-lost' ? between(120, 240) : undefined
    const least = spread ? spread / minute : 20
    add(what, begins, of(facts), {
      ...(spread !== undefined && { spread }),
      ...(after !== undefined && { after }),
      ...(happens(20) && { back: between(60, 600) }),
      ...((isRelease || happens(15)) && { share: isRelease ? 1 / 3 : 0.5 }),
      ...(isRelease && { to: { release: '5.0.0' } }),
      ...until(begins + (after ?? 0), least, least + 400),
      lag: one([0.3, 1, 1, 3]),
    })
    // Someone of them, or of others, stops by themselves shortly before or after.
    if (happens(40)) ownFault(begins + between(0, 10) - 5 * minute, happens(50) ? facts : aPanel())
  }

  function plantNoise(begin: number): void {
    const { container } = aPanel()
    const at = begin + between(0, 200)
    const neighbour = one(neighbours)
    if (happens(30))
      add(
        'container.figures-late',
        at,
        { container },
        { ...until(at, 20, 90), to: { minutes: 2 + below(6) } },
      )
    if (happens(30))
      add('container.spells', begin, { container }, { to: { spelling: one(['short', 'padded']) } })
    if (happens(40))
      add('neighbour.slow', at, { neighbour }, { until: at + between(10, 90), to: { seconds: 3 } })
    else if (happens(60)) add('neighbour.refuses', at, { neighbour }, { until: at + between(10, 120) })
    // A record against a live session, or a word that no one has heard yet.
    for (let i = 0; i < 2; i++) {
      const says: To = one([
        { state: 'suspended' },
        { state: 'deactivated' },
        { word: one(['REVIEW_HOLD', 'Pending Port', 'QUARANTINE']) },
        { online: false },
      ])
      const sim = simOfPanel(aPanel().number)
      add('source.says', at - between(0, 2000), { sim }, { to: { source: one(sources), ...says } })
    }
  }
}
