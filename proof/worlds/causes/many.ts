import type { FindingCode } from '@support-console/contract'
import { inJson } from '../answers.ts'
import { carrierOf, cloudIdOf, companyOf, containerOf, others } from '../population.ts'
import { sessionsBeganMinutes } from '../views.ts'
import type { Kind, Plan, Truth } from '../world.ts'
import { asksWebConnect } from './of-sims.ts'
import { savesCompany } from './panels.ts'
import { fall, release, stopped } from './places.ts'

const common = (kind: string, scope: Truth['scope'], more: Partial<Truth> = {}): Truth => ({
  kind,
  codes: ['common-cause'],
  effect: 'stops',
  scope,
  sinceMinutes: null,
  tells: ['webconnect'],
  ...more,
})

/** All others of these left with the subject and came back minutes later; the subject did not. */
function backAgain(
  name: string,
  scope: 'container' | 'webconnect',
  is: (plan: Plan, place: number) => boolean,
): Kind {
  return {
    name,
    symptoms: ['not-connected'],
    lag: [0, 0],
    plant(plan) {
      const silent = Math.max(plan.silentMinutes ?? 0, 16)
      plan.silentMinutes = silent
      plan.sessions.set(plan.subject.cloudId, (now) => stopped(plan, now, silent))
      for (const place of others(plan.subject.place, (n) => is(plan, n))) {
        const cloudId = cloudIdOf(place)
        plan.fellWith.add(cloudId)
        plan.sessions.set(cloudId, (now) => {
          if (now > silent) return undefined
          return now > silent - 10 ? 'none' : { connectedMinutes: silent - 10 - now }
        })
      }
      return common(name, scope)
    },
  }
}

/** What stops many, and what only looks as if it did. */
export const manyKinds: readonly Kind[] = [
  {
    name: 'many-left-sim-range',
    symptoms: ['not-connected'],
    lag: [0, 0],
    fits: ({ subject }) => subject.carrier === 'ATT',
    plant(plan) {
      const { subject } = plan
      const range = others(subject.place, (n) => carrierOf(n) === 'ATT').filter((_, i) => i % 3 === 0)
      fall(plan, range)
      for (const [i, place] of range.entries()) {
        const iccid = `${subject.iccid.slice(0, -3)}${100 + i}`
        const own = plan.sessions.get(cloudIdOf(place))
        plan.sessions.set(cloudIdOf(place), (now) => {
          const session = own?.(now)
          return session === 'none'
            ? 'none'
            : { connectedMinutes: sessionsBeganMinutes - now, ...session, iccid }
        })
      }
      return common(this.name, 'sim-range')
    },
  },
  backAgain('container-restarted', 'container', ({ subject }, n) => containerOf(n) === subject.container),
  backAgain('webconnect-restarted', 'webconnect', () => true),
  {
    name: 'company-changed-and-all-left',
    symptoms: ['not-connected'],
    lag: [1, 5],
    plant(plan, minutes) {
      const { subject } = plan
      fall(
        plan,
        others(subject.place, (n) => companyOf(n) === companyOf(subject.place)),
      )
      const change = savesCompany(
        { rps: { allowCBSAuthforClouldPanelConnections: false } },
        'a colleague no longer lets panels of the company sign on',
      )
      plan.events.push({ minutes, ...change(plan) })
      return common(this.name, 'company', { isDoneHere: true })
    },
  },
  {
    name: 'container-hangs',
    symptoms: ['silent'],
    lag: [0, 0],
    plant(plan, minutes) {
      const { container } = plan.subject
      plan.views.push((now) =>
        now <= minutes ? { containers: { [container]: { heardMinutes: minutes - now } } } : {},
      )
      plan.rewrites.push({
        meets: asksWebConnect(),
        change: inJson((body: unknown) => busy(body, container)),
      })
      return common(this.name, 'container', { codes: ['container-silent', 'common-cause'] })
    },
  },
  {
    name: 'release-and-some-stop',
    symptoms: ['not-connected'],
    lag: [2, 20],
    plant(plan, minutes) {
      const ip = `127.0.40.${plan.draw.one([1, 2, 4, 6, 10, 11, 12])}`
      plan.events.push({
        minutes,
        what: `${ip}, which serves the panel, gets another release`,
        does: (stage) => release(stage, ip, plan.subject.cloudId),
      })
      fall(
        plan,
        plan.draw.some(
          others(plan.subject.place, () => true),
          plan.draw.between(2, 5),
        ),
      )
      return {
        ...common(this.name, 'csr', { tells: ['console'] }),
        codes: ['receiver-deployed'] satisfies FindingCode[],
        effect: 'may-stop',
      }
    },
  },
  {
    name: 'power-cut-in-a-building',
    symptoms: ['not-connected'],
    lag: [0, 0],
    plant(plan) {
      // Neighbours in a street have nothing in common that anybody here knows.
      const { subject, draw } = plan
      const strangers = others(
        subject.place,
        (n) => containerOf(n) !== subject.container && companyOf(n) !== companyOf(subject.place),
      )
      fall(plan, draw.some(strangers, draw.between(1, 2)))
      return common(this.name, 'panel', { codes: [] })
    },
  },
]

/** A container that works at all its might. */
function busy(body: unknown, container: string): unknown {
  if (Array.isArray(body)) return body.map((each) => busy(each, container))
  if (typeof body !== 'object' || body === null) return body
  const each = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, busy(value, container)]))
  return each.containerName === container && 'cpuUsage' in each ? { ...each, cpuUsage: 100 } : each
}
