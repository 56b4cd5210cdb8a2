import { setTimeout as pause } from 'node:timers/promises'
import type { CompanyBundle } from '@support-console/contract'
import { sql } from 'kysely'
import { updateBody } from '../../apps/server/src/testing/company-bodies.ts'
import { says } from './answers.ts'
import { cloudIdOf, containerOf, neighbourOf, others } from './population.ts'
import type { WorldStage } from './stage.ts'
import { type Plan, sessionsBeganMinutes } from './world.ts'

/** Plants a cause that began so many minutes before the question. */
type Cause = (plan: Plan, minutes: number) => void

const three = ['carrier', 'mobile-broker', 'connector'] as const
type Observer = (typeof three)[number]

/** All or some of the systems see the SIM suspended, or active and without a session. */
const simIs =
  (by: readonly Observer[], state?: 'suspended'): Cause =>
  ({ subject: { iccid }, views }, minutes) =>
    void views.push((now) => {
      if (now > minutes) return {}
      const session = { beganMinutes: sessionsBeganMinutes - now, endedMinutes: minutes - now }
      const offline = { online: false, session }
      // Its carrier alone ends a session; what only one of ours says has not reached it.
      const all = by.includes('carrier') ? offline : {}
      const own = { ...(state && { state, sinceMinutes: minutes - now }), ...offline }
      return { sims: { [iccid]: { all, ...Object.fromEntries(by.map((who) => [who, own])) } } }
    })

/** WebConnect answers what begins with this path by an error. */
const fails =
  (status: number, pathOf: (plan: Plan) => string): Cause =>
  (plan) => {
    const start = pathOf(plan)
    plan.rewrites.push({
      meets: ({ path }) => path.startsWith(start),
      change: says(status, { code: 'INTERNAL', detail: 'Something went wrong.' }),
    })
  }

/** The causes in the situations, by name. */
export const causes = {
  'sim-suspended': simIs(three, 'suspended'),
  'sim-suspended-at-mobile-broker': simIs(['mobile-broker'], 'suspended'),
  'sim-offline': simIs(three),
  'sim-unknown-to-carrier': ({ subject, views }, minutes) =>
    void views.push((now) => (now <= minutes ? { sims: { [subject.iccid]: { carrier: 'unknown' } } } : {})),
  'sim-live-in-another-panel': ({ subject: { iccid, place }, sessions, lookedAt }, minutes) => {
    lookedAt.push(minutes)
    sessions.set(neighbourOf(place), (now) =>
      now <= minutes ? { iccid, connectedMinutes: minutes - now } : undefined,
    )
  },
  'sim-rate-plan-over-used': ({ subject: { iccid, carrier, company }, events }, minutes) =>
    void events.push({
      minutes,
      async does({ db }) {
        const now = new Date()
        await sql`update company set usage_monitoring_enabled = true where id = ${company.id}`.execute(db)
        await sql`insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
          values (${now.getUTCFullYear()}, ${now.getUTCMonth() + 1}, ${iccid}, 'Alarm 5MB', ${carrier}, 9800000, 265, 'CAD')`.execute(
          db,
        )
      },
    }),
  'company-saved-other-subnets': ({ subject, events }, minutes) =>
    void events.push({
      minutes,
      async does({ call }) {
        const path = `/companymanager/v1/companies/${subject.company.id}/rpscontrols`
        const bundle = (await call('GET', path)) as CompanyBundle
        const subnets = [{ subnetId: null, domainIp: '10.250.0.0', cidr: 24 }]
        return call('PUT', path, updateBody(bundle, { subnets }))
      },
    }),
  'panel-pointed-elsewhere-here': ({ subject: { cloudId, physicalId }, events, views }, minutes) => {
    events.push({
      minutes,
      does: ({ call }) => call('PUT', `/panelenvironment/v1/${physicalId}/pathfinder`, { Env: 'prod' }),
    })
    views.push((now) => (now <= minutes ? { panels: { [cloudId]: { environment: 'PROD' } } } : {}))
  },
  'panel-refused': ({ subject, sessions }) =>
    void sessions.set(subject.cloudId, (now) => ({
      connectedMinutes: sessionsBeganMinutes - now,
      status: 'NAK',
    })),
  'panel-flaps': ({ subject, sessions, lookedAt }) => {
    const [everyMinutes, count] = [3, 10]
    lookedAt.push(...Array.from({ length: count }, (_, i) => (i + 1) * everyMinutes))
    sessions.set(subject.cloudId, (now) => {
      const turn = Math.floor(now / everyMinutes)
      if (turn > count) return undefined
      return turn % 2 === 0 ? { connectedMinutes: everyMinutes / 2, heardMinutes: 0.2 } : 'none'
    })
  },
  'container-tells-no-connections': fails(
    500,
    ({ subject }) => `/webconnect/${subject.container}/v1/connections`,
  ),
  'webconnect-answers-503': fails(503, () => '/webconnect/'),
  /** Three of four others leave it within two minutes of the subject, as it does. */
  'many-left-container': ({ subject, sessions, lookedAt }, minutes) => {
    const members = others(subject.place, (place) => containerOf(place) === subject.container)
    for (const [i, place] of members.filter((_, nth) => nth % 4 > 0).entries()) {
      const leftMinutes = minutes + (i % 5) - 2
      sessions.set(cloudIdOf(place), (now) => (now > leftMinutes ? undefined : 'none'))
    }
    lookedAt.push(minutes + 2, minutes + 1, minutes - 1, minutes - 2)
  },
  'release-just-before': ({ subject, events }, minutes) =>
    void events.push({ minutes, does: (stage) => release(stage, '127.0.40.1', subject.cloudId) }),
} satisfies Record<string, Cause>

/** A colleague gives the CSR server that serves the panel another release. */
async function release({ call, db }: WorldStage, ip: string, cloudId: string): Promise<void> {
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
