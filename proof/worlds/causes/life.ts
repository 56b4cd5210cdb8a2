import type { FindingCode } from '@support-console/contract'
import { sql } from 'kysely'
import { withCheckDigit } from '../../../apps/field/src/world/generator.ts'
import { cloudIdOf, others } from '../population.ts'
import { sessionsBeganMinutes } from '../views.ts'
import type { Kind, Plan, Truth } from '../world.ts'
import { imeiOf, simIs } from './of-sims.ts'
import { savesCompany } from './panels.ts'
import { nobodyKnows } from './places.ts'

const gone = ['not-connected', 'silent'] as const
const three = ['carrier', 'mobile-broker', 'connector'] as const

/** Something happened, and it is not why. */
const notWhy = (kind: string, codes: readonly FindingCode[], sinceMinutes: number | null = null): Truth => ({
  ...nobodyKnows(kind),
  codes,
  sinceMinutes,
  isRefuted: true,
})

/** A company's settings are saved, and saved again as they were before. */
function changedAndBack(plan: Plan, minutes: number, backMinutes: number): void {
  const saves = (value: boolean) =>
    savesCompany(
      { rps: { allowCBSAuthforClouldPanelConnections: value } },
      `a switch is set to ${value}`,
    )(plan)
  plan.events.push({ minutes, ...saves(false) }, { minutes: backMinutes, ...saves(true) })
}

/** What no one could know the reason of, beside something that looks like one. */
export const lifeKinds: readonly Kind[] = [
  {
    name: 'zombie-session',
    symptoms: ['silent'],
    plant(plan) {
      const { cloudId } = plan.subject
      const own = plan.sessions.get(cloudId)
      // Its container goes on sending, and nothing comes back.
      plan.sessions.set(cloudId, (now) => {
        const session = own?.(now)
        return session && session !== 'none' ? { ...session, sentMinutes: 0.2 } : session
      })
      return nobodyKnows(this.name)
    },
  },
  {
    name: 'sim-restored-a-moment-ago',
    symptoms: gone,
    plant(plan, minutes) {
      const restored = plan.draw.between(2, 6)
      plan.views.push((now) =>
        now <= minutes && now > restored
          ? simIs(plan, now, { state: 'suspended', minutes, by: three })
          : now <= restored
            ? { sims: { [plan.subject.iccid]: { all: { state: 'active', sinceMinutes: restored - now } } } }
            : {},
      )
      return nobodyKnows(this.name)
    },
  },
  {
    name: 'panel-replaced-days-before',
    symptoms: gone,
    plant(plan) {
      const imei = imeiOf(plan.draw)
      plan.looks.push(1690, 1620)
      plan.views.push((now) => (now <= 1650 ? { sims: { [plan.subject.iccid]: { all: { imei } } } } : {}))
      return notWhy(this.name, ['sim-imei'], 1650)
    },
  },
  {
    name: 'company-saved-harmlessly',
    symptoms: gone,
    lag: [3, 600],
    plant(plan, minutes) {
      plan.events.push({
        minutes,
        ...savesCompany(
          { settings: { servicePortalOnboarded: false } },
          'a colleague saves a mere note',
        )(plan),
      })
      return notWhy(this.name, ['recent-change', 'company-switches'], minutes)
    },
  },
  {
    name: 'company-switched-off-and-on-again',
    symptoms: gone,
    lag: [60, 300],
    plant(plan, minutes) {
      changedAndBack(plan, minutes, minutes - plan.draw.between(5, 30))
      return notWhy(this.name, ['recent-change', 'company-switches'], minutes)
    },
  },
  {
    name: 'panel-pointed-away-and-back',
    symptoms: gone,
    lag: [60, 300],
    plant(plan, minutes) {
      const { subject } = plan
      const points = (Env: string) => ({
        what: `a colleague points the panel to ${Env}`,
        does: ({ call }: { call: (method: string, path: string, body?: unknown) => Promise<unknown> }) =>
          call('PUT', `/panelenvironment/v1/${subject.physicalId}/pathfinder`, { Env }),
      })
      const back = minutes - plan.draw.between(5, 30)
      plan.changedOutside.set('environment', [minutes, back])
      plan.views.push((now) =>
        now < minutes - 0.02 && now > back + 0.02
          ? { panels: { [subject.cloudId]: { environment: 'DEV' } } }
          : {},
      )
      plan.events.push({ minutes, ...points('dev') }, { minutes: back, ...points('test') })
      return notWhy(this.name, ['recent-change', 'panel-environment'], minutes)
    },
  },
  {
    name: 'panel-with-an-old-sim-on-file',
    symptoms: gone,
    plant(plan) {
      const { subject, draw } = plan
      const old = withCheckDigit(`89011700009${String(1_000_000 + draw.below(900_000))}`)
      plan.events.push({
        minutes: 1700,
        what: 'the inventory has the SIM that was in the panel before, too',
        does: ({ db }) =>
          sql`insert into sim (iccid, company_id, vendor_code, usable, create_date, update_date, panel, deactivated_at)
            values (${old}, ${subject.company.id}, 'ATT', false, now() - interval '300 days', now() - interval '300 days',
              ${subject.cloudId}, now() - interval '200 days')`.execute(db),
      })
      return notWhy(this.name, ['sim-deactivation', 'sim-not-active', 'sim-unusable'])
    },
  },
  {
    name: 'panel-never-connected',
    symptoms: ['not-connected'],
    isAlone: true,
    plant(plan) {
      plan.silentMinutes = null
      plan.sessions.set(plan.subject.cloudId, () => 'none')
      return nobodyKnows(this.name)
    },
  },
]

/** Causes that come in a guise of their own. */
export const lifeCauses: readonly Kind[] = [
  {
    name: 'sim-barred-for-usage',
    symptoms: gone,
    plant(plan, minutes) {
      const { iccid, carrier, company } = plan.subject
      plan.views.push((now) => (now <= minutes ? simIs(plan, now, { minutes, by: three }) : {}))
      plan.events.push({
        minutes,
        what: 'the SIM used more than its plan includes',
        async does({ db }) {
          const now = new Date()
          await sql`update company set usage_monitoring_enabled = true where id = ${company.id}`.execute(db)
          await sql`insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
            values (${now.getUTCFullYear()}, ${now.getUTCMonth() + 1}, ${iccid}, 'Alarm 5MB', ${carrier}, 9800000, 265, 'CAD')`.execute(
            db,
          )
        },
      })
      return {
        ...nobodyKnows(this.name),
        codes: ['sim-offline'],
        scope: 'sim',
        sinceMinutes: carrier === 'ATT' || carrier === 'AERIS' ? minutes : null,
        tells: ['carrier'],
        hints: ['connector', 'mobile-broker'],
      }
    },
  },
  {
    name: 'panel-moved-to-another-container',
    symptoms: ['not-connected'],
    plant(plan) {
      // Pathfinder sends it away a moment before it leaves, and it is heard nowhere here.
      const { subject, draw } = plan
      const environment = draw.one(['PROD', 'DEV'] as const)
      const minutes = (plan.silentMinutes ?? 0) + 1
      plan.views.push((now) => (now <= minutes ? { panels: { [subject.cloudId]: { environment } } } : {}))
      return { ...nobodyKnows(this.name), codes: ['panel-environment'], tells: ['pathfinder'] }
    },
  },
]

/** Of a panel that is heard. */
export const lifeBesides: readonly Kind[] = [
  {
    name: 'sims-swapped',
    symptoms: ['reporting'],
    plant(plan) {
      const { subject, draw, sessions } = plan
      const other = draw.one(others(subject.place, (n) => n > 12))
      const theirs = `890117000099${String(draw.below(10_000_000)).padStart(7, '0')}`
      const usual = (now: number) => ({ connectedMinutes: sessionsBeganMinutes - now })
      sessions.set(subject.cloudId, (now) => ({ ...usual(now), iccid: theirs }))
      sessions.set(cloudIdOf(other), (now) => ({ ...usual(now), iccid: subject.iccid }))
      return {
        ...nobodyKnows(this.name),
        codes: ['panel-other-sim', 'sim-unknown', 'sim-not-active', 'sim-state-differs'],
        effect: 'beside',
        tells: ['webconnect'],
      }
    },
  },
  {
    name: 'sim-restored-at-carrier-alone',
    symptoms: ['reporting'],
    plant(plan, minutes) {
      plan.views.push((now) =>
        now <= minutes
          ? {
              sims: {
                [plan.subject.iccid]: {
                  'mobile-broker': { state: 'suspended', sinceMinutes: minutes + 60 - now },
                  connector: { state: 'suspended', sinceMinutes: minutes + 60 - now },
                },
              },
            }
          : {},
      )
      return {
        ...nobodyKnows(this.name),
        codes: ['sim-state-differs'],
        effect: 'beside',
        scope: 'sim',
        tells: ['carrier', 'connector'],
        hints: ['mobile-broker'],
      }
    },
  },
  {
    name: 'panel-is-back',
    symptoms: ['reporting'],
    isAlone: true,
    plant(plan) {
      const { subject, draw } = plan
      const [left, back] = [draw.between(60, 600), draw.between(5, 40)]
      plan.lookedAt.push(left, left - 8)
      plan.sessions.set(subject.cloudId, (now) => {
        if (now > left) return undefined
        return now > back ? 'none' : { connectedMinutes: back - now, heardMinutes: 0.2 }
      })
      return { ...nobodyKnows(this.name), effect: 'beside' }
    },
  },
]
