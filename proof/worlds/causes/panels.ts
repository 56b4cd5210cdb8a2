import type { CompanyBundle, FindingCode } from '@support-console/contract'
import { sql } from 'kysely'
import { updateBody } from '../../../apps/server/src/testing/company-bodies.ts'
import { always } from '../answers.ts'
import { isBy, type Kind, type Plan, type Source, type Truth } from '../world.ts'
import { asksPathfinder, asksPortal } from './of-sims.ts'

type Event = Plan['events'][number]
const gone = ['not-connected', 'silent'] as const
/** A session outlives for a while what would not let it begin. */
const atNextSession = [0, 240] as const

const truth = (
  kind: string,
  codes: readonly FindingCode[],
  more: Partial<Truth> & Pick<Truth, 'effect' | 'tells'>,
): Truth => ({ kind, codes, scope: 'panel', sinceMinutes: null, ...more })

/** A cause that is done by a call or in the inventory at its beginning. */
function done(
  name: string,
  does: (plan: Plan) => Omit<Event, 'minutes'>,
  of: (plan: Plan, minutes: number) => Truth,
  more: Partial<Kind> = {},
): Kind {
  return {
    name,
    symptoms: gone,
    plant(plan, minutes) {
      plan.events.push({ minutes, ...does(plan) })
      return of(plan, minutes)
    },
    ...more,
  }
}

/** A colleague loads the company's form, changes it and saves it. */
export const savesCompany =
  (change: Parameters<typeof updateBody>[1], what: string) =>
  ({ subject }: Plan): Omit<Event, 'minutes'> => ({
    what,
    async does({ call }) {
      const path = `/companymanager/v1/companies/${subject.company.id}/rpscontrols`
      const bundle = (await call('GET', path)) as CompanyBundle
      return call('PUT', path, updateBody(bundle, change))
    },
  })

const pointsTo = (environment: 'PROD' | 'DEV', minutes: number) => (plan: Plan) =>
  plan.views.push((now) =>
    isBy(now, minutes) ? { panels: { [plan.subject.cloudId]: { environment } } } : {},
  )

/** How a panel is set, and what is done to it. */
export const panelKinds: readonly Kind[] = [
  done(
    'panel-services-off',
    ({ subject }) => ({
      what: 'the import switches all services of the panel off',
      does: ({ db }) =>
        sql`update panel set update_date = now(), panel_info = jsonb_set(panel_info, '{serviceStates}', (
          select jsonb_agg(jsonb_set(each, '{activated}', 'false')) from jsonb_array_elements(panel_info -> 'serviceStates') as each))
          where cloud_id = ${subject.cloudId}`.execute(db),
    }),
    (_plan, minutes) =>
      truth('panel-services-off', ['panel-services'], {
        effect: 'stops',
        sinceMinutes: minutes,
        tells: ['console'],
      }),
  ),
  done(
    'panel-pointed-elsewhere-here',
    ({ subject, draw }) => {
      const Env = draw.one(['PROD', 'DEV'] as const)
      return {
        what: `a colleague points the panel to ${Env}`,
        does: ({ call }) =>
          call('PUT', `/panelenvironment/v1/${subject.physicalId}/pathfinder`, { Env: Env.toLowerCase() }),
      }
    },
    (plan, minutes) => {
      plan.changedOutside.set('environment', minutes)
      pointsTo('PROD', minutes - 0.03)(plan)
      return truth('panel-pointed-elsewhere-here', ['panel-environment'], {
        effect: 'stops',
        sinceMinutes: minutes,
        tells: ['pathfinder'],
        hints: ['console'],
      })
    },
    { lag: atNextSession },
  ),
  {
    name: 'panel-pointed-elsewhere-outside',
    symptoms: gone,
    lag: atNextSession,
    plant(plan, minutes) {
      pointsTo(plan.draw.one(['PROD', 'DEV'] as const), minutes)(plan)
      return truth(this.name, ['panel-environment'], { effect: 'stops', tells: ['pathfinder'] })
    },
  },
  {
    name: 'panel-unknown-to-pathfinder',
    symptoms: ['not-connected'],
    plant(plan) {
      plan.rewrites.push({
        meets: asksPathfinder(plan.subject),
        change: always(
          404,
          'application/json',
          JSON.stringify({ code: 'PANEL_NOT_FOUND', detail: 'No panel.' }),
        ),
      })
      return truth(this.name, ['panel-environment'], { effect: 'may-stop', tells: ['pathfinder'] })
    },
  },
  done(
    'panel-not-in-inventory',
    ({ subject }) => ({
      what: 'the panel is no longer in the inventory',
      does: async ({ db }) => {
        await sql`delete from panel_id where cloud_id = ${subject.cloudId}`.execute(db)
        await sql`delete from panel where cloud_id = ${subject.cloudId}`.execute(db)
      },
    }),
    () => truth('panel-not-in-inventory', ['panel-unknown'], { effect: 'may-stop', tells: ['console'] }),
  ),
  done(
    'panel-without-sim',
    ({ subject }) => {
      return {
        what: 'the inventory has no SIM in the panel, and no session ever named one',
        does: ({ db }) => sql`delete from sim where panel = ${subject.cloudId}`.execute(db),
      }
    },
    (plan) => {
      plan.isWithoutSim = true
      return truth('panel-without-sim', ['panel-without-sim'], {
        effect: 'may-stop',
        tells: ['console', 'webconnect'],
      })
    },
    // With a session it may be connected by cable.
    { symptoms: ['not-connected'] },
  ),
  done(
    'company-saved-other-subnets',
    savesCompany(
      { subnets: [{ subnetId: null, domainIp: '10.250.0.0', cidr: 24 }] },
      "a colleague saves subnets that do not hold the SIM's address",
    ),
    (_plan, minutes) =>
      truth('company-saved-other-subnets', ['sim-address', 'recent-change'], {
        effect: 'may-stop',
        scope: 'company',
        sinceMinutes: minutes,
        tells: ['carrier', 'companies'],
        hints: ['companies'],
        isDoneHere: true,
      }),
  ),
  done(
    'company-refuses-its-panels',
    savesCompany(
      { rps: { allowCBSAuthforClouldPanelConnections: false } },
      'a colleague no longer lets panels of the company sign on',
    ),
    (_plan, minutes) =>
      truth('company-refuses-its-panels', ['company-switches', 'recent-change'], {
        effect: 'may-stop',
        scope: 'company',
        sinceMinutes: minutes,
        tells: ['companies'],
        isDoneHere: true,
      }),
  ),
  done(
    'company-without-its-carrier',
    savesCompany(
      { settings: { mnvOsInUse: ['Aeris'] } },
      'a colleague takes Verizon and Wyless from the company',
    ),
    (_plan, minutes) =>
      truth('company-without-its-carrier', ['sim-carrier-not-used', 'recent-change'], {
        effect: 'may-stop',
        scope: 'company',
        sinceMinutes: minutes,
        tells: ['companies'],
        isDoneHere: true,
      }),
    { fits: ({ subject }) => subject.carrier === 'VZN' || subject.carrier === 'WYLESS' },
  ),
]

const quietly = { symptoms: ['reporting'] as const }

/** What is wrong with a panel, and never silences it. */
export const besidePanels: readonly Kind[] = [
  done(
    'panel-management-disabled-here',
    ({ subject }) => ({
      what: 'a colleague disables management',
      does: ({ call }) => call('POST', `/panelmanagement/v1/devicemigration/${subject.cloudId}`),
    }),
    (plan, minutes) => {
      plan.changedOutside.set('management', minutes)
      plan.views.push((now) =>
        now < minutes - 0.02 ? { panels: { [plan.subject.cloudId]: { managementDisabled: true } } } : {},
      )
      return truth('panel-management-disabled-here', ['panel-management'], {
        effect: 'beside',
        tells: ['remote-portal'],
      })
    },
    quietly,
  ),
  {
    name: 'panel-unknown-to-remote-portal',
    ...quietly,
    plant(plan) {
      plan.rewrites.push({
        meets: asksPortal(plan.subject),
        change: always(
          404,
          'application/json',
          JSON.stringify({ error: 'PANEL_NOT_FOUND', message: 'No panel.' }),
        ),
      })
      return truth(this.name, ['panel-management'], { effect: 'beside', tells: ['remote-portal'] })
    },
  },
  done(
    'panel-of-no-company',
    ({ subject }) => ({
      what: 'the import names no company for the panel',
      does: ({ db }) =>
        sql`update panel set company_id = null where cloud_id = ${subject.cloudId}`.execute(db),
    }),
    () =>
      truth('panel-of-no-company', ['panel-company', 'sim-company'], {
        effect: 'beside',
        tells: ['console'],
      }),
    quietly,
  ),
  {
    name: 'container-clock-wrong',
    ...quietly,
    plant(plan) {
      const clockMinutes = plan.draw.one([1.5, 4, 9, 11, 60, 300, -300])
      plan.views.push(() => ({ containers: { [plan.subject.container]: { clockMinutes } } }))
      return truth(this.name, ['container-clock'], {
        effect: 'beside',
        scope: 'container',
        tells: ['webconnect'],
      })
    },
  },
  {
    name: 'another-sim-in-the-panel',
    ...quietly,
    plant(plan) {
      const { sessions, subject, draw } = plan
      const iccid = `890117000099${String(draw.below(10_000_000)).padStart(7, '0')}`
      const own = sessions.get(subject.cloudId)
      sessions.set(subject.cloudId, (now) => {
        const session = own?.(now)
        return session === 'none' ? 'none' : { connectedMinutes: 1740 - now, ...session, iccid }
      })
      return truth(this.name, ['panel-other-sim', 'sim-unknown', 'sim-not-active', 'sim-state-differs'], {
        effect: 'may-stop',
        tells: ['webconnect'] as Source[],
      })
    },
  },
]
