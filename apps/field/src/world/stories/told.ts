import type { EventKind, To, WorldEvent } from '../events.ts'
import type { Story } from '../living.ts'

/** An event as a story tells it, in minutes after its beginning. */
type Told = Omit<WorldEvent, 'id' | 'at' | 'until' | 'after' | 'spread' | 'back' | 'what'> & {
  from: number
  to?: To
  lasts?: number
  after?: number
  spread?: number
  back?: number
  what: EventKind
}

interface ToldStory {
  name: string
  sentence: string
  tells: readonly Told[]
}

const minute = 60_000

/** Makes a story's minutes moments. */
export function eventsFrom(name: string, begins: number, tells: readonly Told[]): WorldEvent[] {
  const ms = (minutes: number) => minutes * minute
  return tells.map(({ from, lasts, after, spread, back, ...rest }, i) => ({
    ...rest,
    id: `${name}/${i + 1}`,
    at: Math.round(begins + ms(from)),
    ...(lasts !== undefined && { until: Math.round(begins + ms(from + lasts)) }),
    ...(after !== undefined && { after: ms(after) }),
    ...(spread !== undefined && { spread: ms(spread) }),
    ...(back !== undefined && { back: ms(back) }),
  }))
}

const att = { carrier: 'ATT' }
const verizon = { carrier: 'VZN' }
const restarts = Array.from(
  { length: 9 },
  (_, i): Told => ({
    ...{ from: i * 7, what: 'container.stopped', of: { container: 'webconnect-5' }, lasts: 0.7 },
  }),
)

/** Outages of the kind that were public, with their real shape. */
export const toldStories: readonly ToldStory[] = [
  {
    name: 'still',
    sentence: 'Nothing happens beside ordinary comings and goings.',
    tells: [],
  },
  {
    name: 'demo',
    sentence: 'Two minutes after the start, panels of one region of AT&T at one container drop out for ten.',
    tells: [
      {
        ...{ from: 2, what: 'carrier.region-down', lasts: 10 },
        of: { carrier: 'ATT', region: 'att-region-3', container: 'webconnect-4' },
      },
    ],
  },
  {
    name: 'carrier-night',
    sentence: 'A carrier loses all sessions within minutes and gives them back over eleven hours.',
    tells: [{ from: 0, what: 'carrier.region-down', of: att, lasts: 40, spread: 4, back: 660 }],
  },
  {
    name: 'region-apn',
    sentence: 'One APN of one region of a carrier carries nothing for two hours.',
    tells: [
      {
        from: 0,
        what: 'carrier.apn-down',
        of: { ...verizon, region: 'vzn-region-2', apn: 'apn-2' },
        lasts: 120,
      },
    ],
  },
  {
    name: 'suspended-range',
    sentence: 'A provisioning fault suspends a batch of SIMs, which is taken back three hours later.',
    tells: [
      { from: 0, what: 'carrier.suspended', of: { batch: 'ATT-7' }, spread: 12 },
      { from: 180, what: 'carrier.restored', of: { batch: 'ATT-7' } },
    ],
  },
  {
    name: 'certificate',
    sentence: "A container's certificate ends at midnight: sessions go on, and none begins again.",
    tells: [{ from: 0, what: 'container.certificate-ended', of: { container: 'webconnect-2' }, lasts: 210 }],
  },
  {
    name: 'release-one-in-three',
    sentence: "A receiver's release fails for one panel in three and is taken back.",
    tells: [
      {
        ...{ from: 0, what: 'receiver.release', of: { receiver: 'csr-04' }, lasts: 95, share: 1 / 3 },
        to: { release: '5.0.0' },
      },
    ],
  },
  { name: 'restarts', sentence: 'A container restarts every seven minutes.', tells: restarts },
  {
    name: 'clock-jumps',
    sentence: 'The clock of a container jumps an hour ahead and is set right later.',
    tells: [
      {
        from: 0,
        what: 'container.clock-wrong',
        of: { container: 'webconnect-3' },
        lasts: 50,
        to: { minutes: 60 },
      },
    ],
  },
  {
    name: 'names-lost',
    sentence: 'Names are no longer resolved for half of the fleet, which hangs on to old sessions.',
    tells: [{ from: 0, what: 'network.names-lost', of: {}, lasts: 150, share: 0.5 }],
  },
  {
    name: 'town-power',
    sentence: 'The power of a town is cut; its batteries last four hours.',
    tells: [
      { from: 0, what: 'place.power-lost', of: { town: 'town-9' }, lasts: 420, after: 225, spread: 40 },
    ],
  },
  {
    name: 'winter-time',
    sentence: 'In the night when clocks change a container is an hour behind until it is restarted.',
    tells: [
      {
        from: 0,
        what: 'container.clock-wrong',
        of: { container: 'webconnect-7' },
        lasts: 300,
        to: { minutes: -60 },
      },
      { from: 300, what: 'container.stopped', of: { container: 'webconnect-7' }, lasts: 2 },
    ],
  },
  {
    name: 'gateway',
    sentence: 'A VPN gateway falls out, and containers notice its panels one by one.',
    tells: [{ from: 0, what: 'vpn.gateway-down', of: { gateway: 'gateway-2' }, lasts: 35 }],
  },
  {
    name: 'account-service',
    sentence: 'The VPN refuses the accounts of a company that were to be renewed.',
    tells: [{ from: 0, what: 'vpn.account-refused', of: { company: '1000020' }, lasts: 600 }],
  },
  {
    name: 'deaf-container',
    sentence: 'A container accepts everything and hears nothing.',
    tells: [{ from: 0, what: 'container.deaf', of: { container: 'webconnect-6' }, lasts: 65 }],
  },
  {
    name: 'core-down',
    sentence: "A receiver's core falls over and is started again.",
    tells: [{ from: 0, what: 'receiver.core-down', of: { receiver: 'csr-02' }, lasts: 22 }],
  },
  {
    name: 'firmware',
    sentence: 'Panels of one firmware fall silent one by one over nine hours.',
    tells: [
      {
        from: 0,
        what: 'panel.firmware-fails',
        of: { firmware: '3.9.4' },
        spread: 540,
        share: 0.2,
        lasts: 900,
      },
    ],
  },
  {
    name: 'cable-cut',
    sentence: 'A cable is cut: one region of two carriers goes, the second by half.',
    tells: [
      { from: 0, what: 'carrier.region-down', of: { region: 'att-region-5' }, lasts: 260, back: 60 },
      {
        from: 0.5,
        what: 'carrier.region-down',
        of: { region: 'vzn-region-5' },
        lasts: 260,
        share: 0.5,
        back: 60,
      },
    ],
  },
  {
    name: 'plan-exceeded',
    sentence: 'On the last day of a month SIMs of a batch run out of their plan.',
    tells: [{ from: 0, what: 'carrier.plan-exceeded', of: { batch: 'VZN-11' }, spread: 200, lasts: 700 }],
  },
  {
    name: 'late-figures',
    sentence: 'Two containers tell figures that are twelve minutes old while a region of a carrier is away.',
    tells: [
      {
        from: 0,
        what: 'container.figures-late',
        of: { container: 'webconnect-1' },
        lasts: 90,
        to: { minutes: 12 },
      },
      {
        from: 0,
        what: 'container.figures-late',
        of: { container: 'webconnect-4' },
        lasts: 90,
        to: { minutes: 12 },
      },
      { from: 5, what: 'carrier.region-down', of: { region: 'att-region-1' }, lasts: 45 },
    ],
  },
  {
    name: 'carrier-api',
    sentence: 'A carrier answers nothing while its region is down, and recovers in the middle.',
    tells: [
      { from: 0, what: 'carrier.region-down', of: { region: 'vzn-region-4' }, lasts: 150 },
      { from: 2, what: 'neighbour.refuses', of: { neighbour: 'verizon' }, lasts: 60 },
    ],
  },
  {
    name: 'flapping-region',
    sentence: 'A region of a carrier comes and goes four times in two hours.',
    tells: [0, 32, 64, 96].map((from) => ({
      ...{ from, what: 'carrier.region-down' as const, of: { region: 'att-region-2' }, lasts: 9 },
    })),
  },
]

/** A told story that begins now; undefined: there is none of this name. */
export function storyNamed(name: string, now: number): Story | undefined {
  const story = toldStories.find((each) => each.name === name)
  return story && { name, events: eventsFrom(name, now, story.tells) }
}
