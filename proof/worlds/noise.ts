import { always, inJson, type Rewrite } from './answers.ts'
import { asksCarrier, asksConnector, asksMobileBroker, asksPathfinder, asksPortal } from './causes/of-sims.ts'
import { stopped } from './causes/places.ts'
import { cloudIdOf, others } from './population.ts'
import { sessionsBeganMinutes } from './views.ts'
import type { Plan, Source } from './world.ts'

/** What goes wrong beside, whatever the cause is. */
export interface Noise {
  name: string
  fits?: (plan: Plan) => boolean
  plant: (plan: Plan) => void
}

const meets: Readonly<
  Record<Exclude<Source, 'webconnect' | 'console' | 'sims' | 'companies'>, (plan: Plan) => Rewrite['meets']>
> = {
  carrier: ({ subject }) => asksCarrier(subject),
  'mobile-broker': ({ subject }) => asksMobileBroker(subject),
  connector: ({ subject }) => asksConnector(subject),
  pathfinder: ({ subject }) => asksPathfinder(subject),
  'remote-portal': ({ subject }) => asksPortal(subject),
}
const asked = Object.keys(meets) as (keyof typeof meets)[]

/** One source, drawn again for each world, is so. */
function ofSource(
  name: string,
  rewrite: Omit<Rewrite, 'meets'>,
  then: (plan: Plan, source: Source) => void,
): Noise {
  return {
    name,
    plant(plan) {
      const source = plan.draw.one(asked)
      plan.noise.push(`${source} ${name}`)
      plan.rewrites.push({ meets: meets[source](plan), ...rewrite })
      then(plan, source)
    },
  }
}

const fails = (plan: Plan, source: Source) => void plan.failed.add(source)
const page = '<html><body><h1>Welcome</h1></body></html>'

/** What all three systems say of a SIM. */
const ofAll = new Set(['sim-suspended', 'sim-deactivated-elsewhere', 'sim-offline', 'sim-barred-for-usage'])

/** The times of an answer so many minutes later. */
const shifted: (answer: Parameters<NonNullable<Rewrite['change']>>[0], minutes: number) => typeof answer = (
  answer,
  minutes,
) => ({
  ...answer,
  body: answer.body.replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/g, (time) => {
    const at = new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + minutes * 60_000)
    return at.toISOString().slice(0, 19).replace('T', time.charAt(10))
  }),
})

/** An answer without its times, however deep they stand. */
function withoutTimes(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutTimes)
  if (typeof body !== 'object' || body === null) return body
  const told = Object.entries(body).filter(([, value]) => !/^\d{4}-\d\d-\d\d[T ]/.test(String(value)))
  return Object.fromEntries(told.map(([key, value]) => [key, withoutTimes(value)]))
}

export const noises: readonly Noise[] = [
  ofSource('is slow', { delayMs: 250 }, () => {}),
  ofSource('never answers', { delayMs: 20_000 }, (plan, source) => plan.open.add(source)),
  ofSource('is broken', { change: always(500, 'application/json', '{"message":"broken"}') }, fails),
  ofSource('refuses our credentials', { change: always(403, 'application/json', '{"message":"no"}') }, fails),
  ofSource('sends a web page', { change: always(200, 'text/html', page) }, fails),
  ofSource(
    'breaks off',
    { change: always(200, 'application/json', '{"status":"Active","devices":[{"icc') },
    fails,
  ),
  {
    name: 'lists twice, the same',
    fits: ({ subject }) => subject.carrier === 'VZN',
    plant(plan) {
      plan.noise.push('Verizon lists the SIM twice, the same')
      plan.noted.add('sim-listed-twice')
      plan.rewrites.push({
        meets: asksCarrier(plan.subject),
        change: inJson((body: { devices?: object[] }) =>
          body.devices ? { ...body, devices: [...body.devices, ...body.devices] } : body,
        ),
      })
    },
  },
  {
    name: 'half of the fields are missing',
    plant(plan) {
      const who = plan.draw.one(['mobile-broker', 'connector'] as const)
      const share = plan.draw.between(2, 3)
      plan.noise.push(`${who} leaves out half of the fields`)
      const needed = new Set(['iccid', 'status', 'deviceStatus', 'devices'])
      const thin = (given: object, i = 0): object =>
        Object.fromEntries(Object.entries(given).filter(([key]) => needed.has(key) || i++ % share > 0))
      plan.rewrites.push({
        meets: meets[who](plan),
        change: inJson((body: { devices?: object[] }) =>
          body.devices ? { devices: body.devices.map((each) => thin(each)) } : thin(body),
        ),
      })
      plan.thin.add(who)
    },
  },
  {
    name: 'a clock differs',
    plant(plan) {
      const source = plan.draw.one(['carrier', 'mobile-broker', 'connector'] as const)
      const minutes = plan.draw.one([-7, -4, -2, 2, 4, 7])
      plan.noise.push(`the clock of ${source} is ${minutes} minutes off`)
      plan.rewrites.push({ meets: meets[source](plan), change: (answer) => shifted(answer, minutes) })
    },
  },
  {
    name: 'no times are told',
    plant(plan) {
      const source = plan.draw.one(['carrier', 'mobile-broker', 'connector'] as const)
      plan.noise.push(`${source} tells no times`)
      plan.untimed.add(source)
      plan.rewrites.push({ meets: meets[source](plan), change: inJson(withoutTimes) })
    },
  },
  {
    name: 'old data',
    // Of a SIM that was in order a day ago, and whose carrier says otherwise.
    fits: ({ truths, failed, open }) =>
      truths.some(({ kind, isRefuted }) => ofAll.has(kind) && !isRefuted) &&
      !failed.has('carrier') &&
      !open.has('carrier'),
    plant(plan) {
      const source = plan.draw.one(['mobile-broker', 'connector'] as const)
      plan.noise.push(`${source} says what was so a day ago`)
      plan.untimed.add(source)
      const session = (now: number) => ({ beganMinutes: sessionsBeganMinutes - now, endedMinutes: null })
      plan.views.push((now) => ({
        sims: {
          [plan.subject.iccid]: {
            [source]: { state: 'active', sinceMinutes: 60_000, online: true, session: session(now) },
          },
        },
      }))
    },
  },
  {
    name: 'WebConnect was last looked at a while ago',
    fits: ({ failed, silentMinutes, symptom }) =>
      !failed.has('webconnect') && symptom !== 'flapping' && (silentMinutes ?? 1000) > 60,
    plant(plan) {
      plan.lookedAtMinutes = plan.draw.between(12, 40)
      plan.noise.push(`WebConnect was last looked at ${plan.lookedAtMinutes} minutes ago`)
    },
  },
  {
    name: "the container's clock is off",
    plant(plan) {
      const clockMinutes = plan.draw.one([1, 3, 8, -8, 45, 300, -300])
      plan.noise.push(`the clock of ${plan.subject.container} is ${clockMinutes} minutes off`)
      plan.views.push(() => ({ containers: { [plan.subject.container]: { clockMinutes } } }))
      plan.isClockOff = true
      plan.noted.add('container-clock')
    },
  },
  {
    name: 'another panel stops for a reason of its own',
    fits: ({ silentMinutes }) => silentMinutes !== null,
    plant(plan) {
      const [place] = plan.draw.some(
        others(plan.subject.place, () => true),
        1,
      )
      if (place === undefined) return
      plan.noise.push(`${cloudIdOf(place)} stops, too`)
      const minutes = (plan.silentMinutes ?? 0) + plan.draw.between(-90, 90)
      if (!plan.sessions.has(cloudIdOf(place)))
        plan.sessions.set(cloudIdOf(place), (now) => stopped(plan, now, Math.max(minutes, 0)))
    },
  },
  {
    name: 'the reader may read less',
    plant(plan) {
      plan.reader = plan.draw.one(['without-sims', 'without-environment', 'without-companies'] as const)
      plan.noise.push(`the reader is ${plan.reader}`)
      const hidden: Record<string, readonly Source[]> = {
        'without-sims': ['carrier', 'mobile-broker', 'connector', 'sims', 'companies'],
        'without-environment': ['pathfinder'],
        'without-companies': ['companies'],
      }
      for (const source of hidden[plan.reader] ?? []) plan.failed.add(source)
      plan.isHidden = true
    },
  },
]
