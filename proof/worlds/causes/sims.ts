import type { FindingCode } from '@support-console/contract'
import { sql } from 'kysely'
import { inJson } from '../answers.ts'
import { cloudIdOf, others } from '../population.ts'
import { isBy, type Kind, type Plan, type Source, type Truth } from '../world.ts'
import { asksCarrier, asksConnector, imeiOf, simIs } from './of-sims.ts'

type State = 'suspended' | 'deactivated' | 'inventory'
const three = ['carrier', 'mobile-broker', 'connector'] as const satisfies Source[]
const gone = ['not-connected', 'silent'] as const

/** A state in which all or some of the systems see the SIM. */
function stateKind(
  name: string,
  state: State,
  by: readonly (typeof three)[number][],
  truth: Partial<Truth> & { codes: readonly FindingCode[] },
): Kind {
  return {
    name,
    symptoms: gone,
    plant(plan, minutes) {
      plan.views.push((now) => (isBy(now, minutes) ? simIs(plan, now, { state, minutes, by }) : {}))
      return {
        kind: name,
        effect: 'stops',
        scope: 'sim',
        sinceMinutes: minutes,
        tells: by.length === 3 ? ['carrier'] : by,
        ...(by.length === 3 && { hints: ['mobile-broker', 'connector'] }),
        ...truth,
      }
    },
  }
}

const atCarrier: FindingCode[] = ['sim-not-active', 'sim-state-differs']

/** What the systems say of the SIM. */
export const simKinds: readonly Kind[] = [
  stateKind('sim-suspended', 'suspended', three, { codes: atCarrier }),
  stateKind('sim-deactivated-elsewhere', 'deactivated', three, { codes: atCarrier }),
  {
    ...stateKind('sim-back-in-stock', 'inventory', three, { codes: atCarrier }),
    // Others have words of their own for it.
    fits: ({ subject }) => subject.carrier === 'ATT' || subject.carrier === 'VZN',
  },
  stateKind('sim-suspended-at-carrier-alone', 'suspended', ['carrier'], { codes: atCarrier }),
  stateKind('sim-deactivated-at-carrier-alone', 'deactivated', ['carrier'], { codes: atCarrier }),
  stateKind('sim-suspended-at-mobile-broker', 'suspended', ['mobile-broker'], {
    codes: ['sim-state-differs', 'sim-not-active'],
    effect: 'may-stop',
  }),
  stateKind('sim-suspended-at-connector', 'suspended', ['connector'], {
    codes: ['sim-state-differs', 'sim-not-active'],
    effect: 'may-stop',
  }),
  stateKind('sim-suspended-at-both-of-ours', 'suspended', ['mobile-broker', 'connector'], {
    codes: ['sim-state-differs', 'sim-not-active'],
    effect: 'may-stop',
  }),
  {
    name: 'sim-unknown-to-carrier',
    symptoms: gone,
    plant(plan, minutes) {
      plan.views.push((now) =>
        isBy(now, minutes) ? { sims: { [plan.subject.iccid]: { carrier: 'unknown' } } } : {},
      )
      return ofSim(this.name, ['sim-not-active', 'sim-state-differs', 'sim-unknown'], null, ['carrier'])
    },
  },
  {
    name: 'sim-deactivated-here',
    symptoms: gone,
    fits: ({ subject }) => subject.carrier === 'ATT' || subject.carrier === 'VZN',
    plant(plan, minutes) {
      const { iccid } = plan.subject
      plan.changedOutside.set('sim', minutes)
      // The field's own time of it is that of the call; later it is as long ago as it should be.
      plan.views.push((now) =>
        now < minutes ? simIs(plan, now, { state: 'deactivated', minutes, by: three }) : {},
      )
      plan.events.push({
        minutes,
        what: 'a colleague deactivates the SIM',
        does: ({ call }) => call('POST', `/simmanagement/v1/deactivate/${iccid}`),
      })
      return {
        ...ofSim(this.name, ['sim-deactivation', 'sim-not-active', 'sim-state-differs'], minutes, ['sims']),
        hints: ['carrier'],
      }
    },
  },
  {
    name: 'sim-offline',
    symptoms: gone,
    plant(plan, minutes) {
      plan.views.push((now) => (isBy(now, minutes) ? simIs(plan, now, { minutes, by: three }) : {}))
      return {
        // The others tell no more than until when they saw it.
        ...ofSim(this.name, ['sim-offline'], tellsSession(plan) ? minutes : null, ['carrier']),
        hints: ['connector', 'mobile-broker'],
      }
    },
  },
  {
    name: 'sim-listed-twice-with-two-states',
    symptoms: gone,
    fits: ({ subject }) => subject.carrier === 'VZN',
    plant(plan, minutes) {
      const isFirst = plan.draw.happens(0.5)
      plan.rewrites.push({
        meets: asksCarrier(plan.subject),
        change: inJson((body: { devices: { carrierInformations: object[] }[] }) => {
          const [own] = body.devices
          if (!own) return body
          const other = { ...own, carrierInformations: [{ ...own.carrierInformations[0], state: 'suspend' }] }
          return { ...body, devices: isFirst ? [other, own] : [own, other] }
        }),
      })
      void minutes
      return { ...ofSim(this.name, ['sim-listed-twice'], null, ['carrier']), effect: 'may-stop' }
    },
  },
  {
    name: 'sim-listed-twice-at-connector',
    symptoms: ['reporting', ...gone],
    plant(plan) {
      plan.rewrites.push({
        meets: asksConnector(plan.subject),
        change: inJson((body: { devices: object[] }) => ({
          devices: [...body.devices, ...body.devices.map((each) => ({ ...each, deviceStatus: 'SUSPENDED' }))],
        })),
      })
      return {
        ...ofSim(this.name, ['sim-listed-twice', 'sim-state-differs'], null, ['connector']),
        effect: 'may-stop',
      }
    },
  },
  {
    name: 'sim-live-in-another-panel',
    symptoms: gone,
    lag: [0, 2],
    plant(plan, minutes) {
      const { subject, draw } = plan
      plan.lookedAt.push(minutes)
      const thief = cloudIdOf(draw.one(others(subject.place, (n) => n > 12)))
      plan.sessions.set(thief, (now) =>
        isBy(now, minutes) ? { iccid: subject.iccid, connectedMinutes: minutes - now } : undefined,
      )
      return ofSim(this.name, ['panel-other-sim'], minutes, ['webconnect'], 'panel')
    },
  },
  {
    name: 'sim-imei-is-another',
    symptoms: gone,
    plant(plan, minutes) {
      const imei = imeiOf(plan.draw)
      const by = plan.draw.one([three, ['carrier'] as const])
      plan.views.push((now) =>
        isBy(now, minutes) ? { sims: { [plan.subject.iccid]: said(by, { imei }) } } : {},
      )
      plan.looks.push(minutes + 30)
      return { ...ofSim(this.name, ['sim-imei'], null, ['carrier']), effect: 'may-stop' }
    },
  },
  {
    name: 'sim-rate-plan-over-used',
    symptoms: gone,
    plant(plan, minutes) {
      const { iccid, carrier, company } = plan.subject
      plan.events.push({
        minutes,
        what: 'the bill says that the SIM used more than its plan includes',
        async does({ db }) {
          const now = new Date()
          await sql`update company set usage_monitoring_enabled = true where id = ${company.id}`.execute(db)
          await sql`insert into billing_line (year, month, iccid, plan, vendor_code, bytes, amount_cents, currency)
            values (${now.getUTCFullYear()}, ${now.getUTCMonth() + 1}, ${iccid}, 'Alarm 5MB', ${carrier}, 9800000, 265, 'CAD')`.execute(
            db,
          )
        },
      })
      return { ...ofSim(this.name, ['sim-usage'], null, ['sims', 'companies']), effect: 'may-stop' }
    },
  },
  {
    name: 'sim-without-vpn-account',
    symptoms: gone,
    plant(plan, minutes) {
      const { iccid } = plan.subject
      plan.events.push({
        minutes,
        what: 'the import says Tier3 Standard and no VPN account',
        does: ({ db }) =>
          sql`update sim set network_model = 'TIER3_STANDARD', vpn_user_name = '', vpn_password = '',
            update_date = now() where iccid = ${iccid}`.execute(db),
      })
      return {
        ...ofSim(this.name, ['sim-vpn-account', 'sim-network-model'], null, ['sims']),
        effect: 'may-stop',
      }
    },
  },
]

/** What is wrong with a SIM, and never silences its panel. */
export const besideSims: readonly Kind[] = [
  {
    name: 'sim-address-differs',
    symptoms: ['reporting'],
    plant(plan, minutes) {
      const address = `10.99.${plan.draw.below(256)}.${plan.draw.between(1, 254)}`
      const who = plan.draw.one(['mobile-broker', 'connector'] as const)
      plan.views.push((now) =>
        isBy(now, minutes)
          ? {
              sims: {
                [plan.subject.iccid]: { [who]: { ipAddress: address, natIp: address, realIp: address } },
              },
            }
          : {},
      )
      return { ...ofSim(this.name, ['sim-address'], null, [who, 'carrier']), effect: 'beside' }
    },
  },
  beside('sim-marked-unusable', ['sim-unusable'], (plan) => ({
    minutes: plan.draw.between(5, 1400),
    what: 'a colleague marks the SIM unusable',
    does: ({ call }) => call('POST', `/simmanagement/v1/simusability/${plan.subject.iccid}`),
  })),
  {
    name: 'sim-of-another-company-at-connector',
    symptoms: ['reporting'],
    plant(plan) {
      const company = { name: 'Prairie Alarm', sapCompanyId: '1000002' }
      plan.views.push(() => ({ sims: { [plan.subject.iccid]: { connector: { company } } } }))
      return { ...ofSim(this.name, ['sim-company'], null, ['connector']), effect: 'beside' }
    },
  },
  beside('sim-of-no-company', ['sim-company'], (plan) => ({
    minutes: plan.draw.between(5, 1400),
    what: 'the import names no company for the SIM',
    does: ({ db }) =>
      sql`update sim set company_id = null, network_model = 'TIER2_STANDARD' where iccid = ${plan.subject.iccid}`.execute(
        db,
      ),
  })),
  beside('sim-of-another-network-model', ['sim-network-model'], (plan) => ({
    minutes: plan.draw.between(5, 1400),
    what: 'the import says another network model',
    does: ({ db }) =>
      sql`update sim set network_model = 'TIER2_STANDARD_NO_NAT' where iccid = ${plan.subject.iccid}`.execute(
        db,
      ),
  })),
]

function beside(
  name: string,
  codes: readonly FindingCode[],
  event: (plan: Plan) => Plan['events'][number],
): Kind {
  return {
    name,
    symptoms: ['reporting'],
    plant(plan) {
      plan.events.push(event(plan))
      return { ...ofSim(name, codes, null, ['sims']), effect: 'beside' }
    },
  }
}

const tellsSession = ({ subject }: Plan): boolean => subject.carrier === 'ATT' || subject.carrier === 'AERIS'

const ofSim = (
  kind: string,
  codes: readonly FindingCode[],
  sinceMinutes: number | null,
  tells: readonly Source[],
  scope: Truth['scope'] = 'sim',
): Truth => ({ kind, codes, effect: 'stops', scope, sinceMinutes, tells })

const said = (by: readonly Source[], says: object) => Object.fromEntries(by.map((who) => [who, says]))
