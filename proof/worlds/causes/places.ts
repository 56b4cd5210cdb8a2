import { setTimeout as pause } from 'node:timers/promises'
import type { FindingCode, ScopeKind } from '@support-console/contract'
import { always } from '../answers.ts'
import { carrierOf, cloudIdOf, companyOf, containerOf, others } from '../population.ts'
import type { WorldStage } from '../stage.ts'
import type { Kind, Plan, Truth } from '../world.ts'

/** Others that stop within two minutes of the subject, as it does. */
export function fall(plan: Plan, places: readonly number[]): void {
  for (const place of places) {
    const cloudId = cloudIdOf(place)
    const minutes = (plan.silentMinutes ?? 0) + plan.draw.between(-2, 2)
    plan.fellWith.add(cloudId)
    plan.sessions.set(cloudId, (now) => stopped(plan, now, minutes))
  }
}

/** Of a session that stopped so many minutes before the question, as the subject's does. */
export function stopped(plan: Plan, now: number, minutes: number) {
  if (now > minutes) return undefined
  if (plan.symptom === 'silent') return { connectedMinutes: 1740 - now, heardMinutes: minutes - now }
  return 'none' as const
}

/** So many members of a scope stop with the subject. */
function common(
  name: string,
  scope: ScopeKind,
  share: readonly [number, number],
  is: (plan: Plan) => (place: number) => boolean,
): Kind {
  return {
    name,
    symptoms: ['not-connected'],
    lag: [0, 0],
    fits: ({ subject }) => scope !== 'carrier' || subject.carrier === 'ATT' || subject.carrier === 'VZN',
    plant(plan, minutes) {
      const members = others(plan.subject.place, is(plan))
      const count = Math.round((members.length * plan.draw.between(...share)) / 100)
      fall(plan, plan.draw.some(members, count))
      return {
        kind: name,
        codes: ['common-cause'],
        effect: 'stops',
        scope,
        sinceMinutes: minutes,
        tells: ['webconnect'],
      }
    },
  }
}

const place = (codes: readonly FindingCode[], scope: ScopeKind, kind: string): Truth => ({
  kind,
  codes,
  effect: 'stops',
  scope,
  sinceMinutes: null,
  tells: [],
})

const broken = JSON.stringify({ code: 'INTERNAL', detail: 'Something went wrong.' })

/** Its container, or WebConnect, gives no word of it. */
function unheard(
  name: string,
  meets: (plan: Plan) => (path: string) => boolean,
  scope: ScopeKind,
  status: number,
): Kind {
  return {
    name,
    symptoms: ['reporting'],
    lag: [0, 0],
    plant(plan) {
      const isMet = meets(plan)
      plan.rewrites.push({
        meets: ({ path }) => isMet(path),
        change: always(status, 'application/json', broken),
      })
      plan.failed.add('webconnect')
      return place(['container-down', 'common-cause'], scope, name)
    },
  }
}

/** Between the panel and the console, and causes of many. */
export const placeKinds: readonly Kind[] = [
  common(
    'many-left-container',
    'container',
    [50, 100],
    ({ subject }) =>
      (n) =>
        containerOf(n) === subject.container,
  ),
  common(
    'many-left-company',
    'company',
    [70, 100],
    ({ subject }) =>
      (n) =>
        companyOf(n) === companyOf(subject.place),
  ),
  common(
    'many-left-carrier',
    'carrier',
    [60, 100],
    ({ subject }) =>
      (n) =>
        carrierOf(n) === subject.carrier,
  ),
  common('many-left-everywhere', 'webconnect', [60, 95], () => () => true),
  {
    name: 'container-hears-nobody',
    symptoms: ['silent'],
    lag: [0, 0],
    plant(plan, minutes) {
      fall(
        plan,
        others(plan.subject.place, (n) => containerOf(n) === plan.subject.container),
      )
      return {
        ...place(['container-silent', 'common-cause'], 'container', this.name),
        sinceMinutes: minutes,
        tells: ['webconnect'],
      }
    },
  },
  unheard(
    'container-answers-503',
    ({ subject }) =>
      (path) =>
        path.startsWith(`/webconnect/${subject.container}/`),
    'container',
    503,
  ),
  unheard(
    'container-tells-no-connections',
    ({ subject }) =>
      (path) =>
        path.startsWith(`/webconnect/${subject.container}/v1/connections`),
    'container',
    500,
  ),
  unheard('webconnect-answers-503', () => (path) => path.startsWith('/webconnect/'), 'webconnect', 503),
  {
    name: 'container-is-gone',
    symptoms: ['reporting'],
    lag: [0, 0],
    plant(plan) {
      plan.views.push((now) => (now <= 0 ? { containers: { [plan.subject.container]: { is: 'gone' } } } : {}))
      plan.failed.add('webconnect')
      return place(['container-down', 'common-cause'], 'container', this.name)
    },
  },
  {
    name: 'release-just-before',
    symptoms: ['not-connected', 'silent'],
    lag: [2, 40],
    plant(plan, minutes) {
      const ip = `127.0.40.${plan.draw.one([1, 2, 4, 6, 10, 11, 12])}`
      plan.events.push({
        minutes,
        what: `a colleague gives ${ip}, which serves the panel, another release`,
        does: (stage) => release(stage, ip, plan.subject.cloudId),
      })
      return {
        kind: this.name,
        codes: ['receiver-deployed', 'recent-change'],
        effect: 'may-stop',
        scope: 'csr',
        sinceMinutes: minutes,
        tells: ['console'],
      }
    },
  },
]

export async function release({ call, db }: WorldStage, ip: string, cloudId: string): Promise<void> {
  const base = `/csrmanagement/v1/csrs/${ip}`
  const { release, server } = await db
    .selectFrom('csr')
    .select(['release', 'server'])
    .where('ip_address', '=', ip)
    .executeTakeFirstOrThrow()
  await db.updateTable('panel').set({ receiver: server }).where('cloud_id', '=', cloudId).execute()
  await call('POST', `${base}/upgrade`, { IPAddress: ip, Name: release === '4.2.1' ? '4.2.0' : '4.2.1' })
  for (let tries = 0; tries < 200; tries++) {
    const { csrStatus } = (await call('GET', `${base}/status`)) as { csrStatus: string }
    if (csrStatus === 'Succeeded') return
    await pause(20)
  }
  throw new Error(`${ip} was not given its release`)
}

/** What a panel does where nothing that anybody could know explains it. */
export const unexplainedKinds: readonly Kind[] = [
  {
    name: 'panel-broken',
    symptoms: ['not-connected', 'silent'],
    plant: () => nobodyKnows('panel-broken'),
  },
  {
    name: 'panel-refused',
    symptoms: ['refused'],
    plant(plan) {
      plan.sessions.set(plan.subject.cloudId, (now) => ({ connectedMinutes: 1740 - now, status: 'NAK' }))
      return nobodyKnows(this.name)
    },
  },
  {
    name: 'panel-gets-no-answer',
    symptoms: ['one-way'],
    plant(plan) {
      plan.sessions.set(plan.subject.cloudId, (now) => ({ connectedMinutes: 1740 - now, status: 'TIMEOUT' }))
      return nobodyKnows(this.name)
    },
  },
  {
    name: 'panel-flaps',
    symptoms: ['flapping'],
    plant(plan) {
      const every = plan.draw.between(2, 5)
      const isInNow = plan.draw.happens(0.5)
      const count = plan.draw.between(8, 12)
      plan.lookedAt.push(...Array.from({ length: count }, (_, i) => (i + 1) * every))
      plan.sessions.set(plan.subject.cloudId, (now) => {
        const turn = Math.floor(now / every)
        if (turn > count) return undefined
        return (turn % 2 === 0) === isInNow ? { connectedMinutes: every / 2, heardMinutes: 0.2 } : 'none'
      })
      return nobodyKnows(this.name)
    },
  },
]

export const nobodyKnows = (kind: string): Truth => ({
  kind,
  codes: [],
  effect: 'stops',
  scope: 'panel',
  sinceMinutes: null,
  tells: [],
})
