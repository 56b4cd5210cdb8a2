import type { FindingCode, VerdictState } from '@support-console/contract'
import { sql } from 'kysely'
import { asksCarrier, asksConnector, asksMobileBroker, inJson, says } from './answers.ts'
import { causes } from './causes.ts'
import { neighbourOf } from './population.ts'
import type { WorldStage } from './stage.ts'
import type { Carrier, Plan, Reader } from './world.ts'

/** One thing that is true in a situation. */
type Planted = (plan: Plan, stage: WorldStage) => void | Promise<void>

/** One of the thirty situations of the review of the diagnosis, and what an engineer of ten years says first. */
export interface Situation {
  what: string
  carrier?: Carrier
  /** So long the panel is silent; absent: it is not. */
  silent?: number
  /** Its session is still there while it is silent. */
  isConnected?: true
  planted: readonly Planted[]
  state: VerdictState | readonly VerdictState[]
  /** Of the causes, in their order; further ones may follow. */
  causes: readonly FindingCode[]
  /** All that is read out, and the steps. */
  says: readonly RegExp[]
  never?: readonly RegExp[]
  /** What changed before, in words. */
  changed?: readonly RegExp[]
  /** Further findings, each 'code state'. */
  also?: readonly string[]
  /** Who asks, of what, and how long an answer is waited for. */
  as?: Reader
  about?: 'sims'
  withinSeconds?: number
}

const kind =
  (name: keyof typeof causes, minutes: number): Planted =>
  (plan) =>
    causes[name](plan, minutes)
const view =
  (of: (plan: Plan, now: number) => ReturnType<Plan['views'][number]>): Planted =>
  (plan) =>
    void plan.views.push((now) => of(plan, now))
const event =
  (minutes: number, does: (stage: WorldStage, plan: Plan) => Promise<unknown>): Planted =>
  (plan) =>
    void plan.events.push({ minutes, does: (stage) => does(stage, plan) })
const rewrite =
  (of: (plan: Plan) => Plan['rewrites'][number]): Planted =>
  (plan) =>
    void plan.rewrites.push(of(plan))

const simIn = async ({ db }: WorldStage, cloudId: string): Promise<string> =>
  (await db.selectFrom('sim').select('iccid').where('panel', '=', cloudId).executeTakeFirstOrThrow()).iccid

/** Of the panel's SIM, as all three or some of them say. */
const twice = (...states: readonly string[]) =>
  rewrite(({ subject }) => ({
    meets: asksCarrier(subject),
    change: inJson((body: { devices: { carrierInformations: object[] }[] }) => {
      const [own] = body.devices
      const other = (state: string) => ({
        ...own,
        carrierInformations: [{ ...own?.carrierInformations[0], state }],
      })
      return own ? { ...body, devices: states.map(other) } : body
    }),
  }))

/** A colleague deactivates the SIM; its carrier takes its time, or refuses. */
const deactivates = (does: (stage: WorldStage, path: RegExp) => void) =>
  event(0, async (stage, { subject }) => {
    does(stage, /actions\/deactivate/)
    const headers = { prefer: 'respond-async' }
    await stage.server.call('POST', `/api/simmanagement/v1/deactivate/${subject.iccid}`, { headers })
  })
/** It goes on while the question is asked. */
const slowly: Planted = (plan, stage) => {
  const slow = { meets: ({ path }: { path: string }) => /actions\/deactivate/.test(path), delayMs: 20_000 }
  plan.rewrites.push(slow)
  return deactivates(() => stage.rewrite([slow]))(plan, stage)
}

export const situations: Readonly<Record<number, Situation>> = {
  1: {
    what: 'its container is 11 minutes ahead, and this panel alone sends nothing for two hours',
    silent: 120,
    isConnected: true,
    planted: [view(({ subject }) => ({ containers: { [subject.container]: { clockMinutes: 11 } } }))],
    state: 'unexplained',
    causes: [],
    says: [/nothing was received from the panel/i, /restart/],
    also: ['container-clock wrong', 'container-silent fine'],
  },
  2: {
    what: 'a colleague changed the subnets, the address is outside, and the panel is gone',
    silent: 30,
    planted: [kind('company-saved-other-subnets', 60)],
    state: 'likely',
    causes: ['sim-address'],
    says: [/outside its company's subnets, which were changed at .* by .*@/, /subnets/],
  },
  3: {
    what: 'the SIMs of two panels are swapped, and both are connected',
    planted: [
      async (plan, stage) => {
        const other = neighbourOf(plan.subject.place)
        const iccid = await simIn(stage, other)
        plan.sessions.set(plan.subject.cloudId, () => ({ iccid, connectedMinutes: 100 }))
        plan.sessions.set(other, () => ({ iccid: plan.subject.iccid, connectedMinutes: 100 }))
      },
    ],
    state: 'to-mend',
    causes: ['panel-other-sim'],
    says: [/sits in CBS\d+: they seem to be swapped/],
    never: [/\d{9}/],
  },
  4: {
    what: 'the panel moved to another company, its SIM did not; the SIM is suspended everywhere',
    carrier: 'VZN',
    silent: 60,
    planted: [
      event(300, ({ db }, { subject }) =>
        sql`update panel set company_id = 1 where cloud_id = ${subject.cloudId}`.execute(db),
      ),
      kind('sim-suspended', 65),
    ],
    state: 'cause',
    causes: ['sim-not-active'],
    says: [/suspended the SIM/],
    also: ['sim-company wrong'],
  },
  5: {
    what: 'all of WebConnect answers 503, its carrier takes long, the two others have it as deactivated',
    planted: [
      kind('webconnect-answers-503', 0),
      view(({ subject }) => ({
        sims: {
          [subject.iccid]: {
            'mobile-broker': { state: 'deactivated', sinceMinutes: 20 },
            connector: { state: 'deactivated' },
          },
        },
      })),
      rewrite(({ subject }) => ({ meets: asksCarrier(subject), delayMs: 20_000 })),
    ],
    withinSeconds: 4,
    state: ['cause', 'so-far'],
    causes: ['container-down', 'sim-not-active'],
    says: [
      /^(So far: )?two problems( so far)?: none of the 4 containers of WebConnect answers/i,
      /deactivated/,
    ],
  },
  7: {
    what: "its container's list of connections answers 500, its metrics do not",
    planted: [kind('container-tells-no-connections', 0)],
    state: 'cause',
    causes: ['container-down'],
    says: [/has not reported its connections/, /Tell the operators of WebConnect/],
  },
  8: {
    what: 'no one looked at WebConnect since yesterday, and the SIM is offline since this morning',
    carrier: 'ATT',
    silent: 119,
    planted: [
      kind('sim-offline', 120),
      (plan) => {
        plan.lookedAtMinutes = 1300
      },
    ],
    state: ['cause', 'likely'],
    causes: ['sim-offline'],
    says: [/The SIM has had no session at .* since/],
  },
  10: {
    what: 'Verizon lists the SIM twice, deactivated and active; it is heard',
    carrier: 'VZN',
    planted: [twice('deactive', 'active')],
    state: 'to-mend',
    causes: ['sim-listed-twice'],
    says: [/Verizon lists this SIM twice: (active and deactivated|deactivated and active)/i],
  },
  11: {
    what: 'Verizon lists the SIM twice, active and suspended; it is heard',
    carrier: 'VZN',
    planted: [twice('active', 'suspend')],
    state: 'to-mend',
    causes: ['sim-listed-twice'],
    says: [/Verizon lists this SIM twice: (active and suspended|suspended and active)/i],
  },
  12: {
    what: 'half answers: no state at MobileBroker, odd words at AT&T and Connector, no IMEI',
    carrier: 'ATT',
    planted: [
      rewrite(({ subject }) => ({
        meets: asksMobileBroker(subject),
        change: inJson((body: object) => ({ ...body, status: null, imei: null })),
      })),
      rewrite(({ subject }) => ({
        meets: ({ path }) => path.startsWith('/att/') && path.split('?')[0]?.endsWith(subject.iccid) === true,
        change: inJson((body: object) => ({ ...body, status: 'activated', imei: '' })),
      })),
      rewrite(({ subject }) => ({
        meets: asksConnector(subject),
        change: inJson(({ devices }: { devices: object[] }) => ({
          devices: devices.map((each) => ({ ...each, deviceStatus: 'Active', imei: '' })),
        })),
      })),
    ],
    state: 'not-known',
    causes: [],
    says: [/fewer than two sources name/i],
    never: [/Device status/],
  },
  14: {
    what: 'AT&T and MobileBroker answer for another SIM, and the panel is gone',
    carrier: 'ATT',
    silent: 40,
    planted: [
      rewrite(({ subject }) => ({
        meets: asksMobileBroker(subject),
        change: inJson((body: object) => ({ ...body, iccid: subject.like })),
      })),
      rewrite(({ subject }) => ({
        meets: asksCarrier(subject),
        change: inJson((body: object) => ({ ...body, iccid: subject.like })),
      })),
    ],
    state: 'not-known',
    causes: [],
    says: [/AT&T answered about something other than/, /MobileBroker answered about something other than/],
  },
  15: {
    what: 'a dead session, and the SIM is live in another panel',
    silent: 60,
    isConnected: true,
    planted: [kind('sim-live-in-another-panel', 61)],
    state: 'cause',
    causes: ['panel-other-sim'],
    says: [/Its SIM …\d+ sits in panel CBS\d+/, /CBS\d+ were swapped/],
  },
  16: {
    what: 'the same, asked of the panel that has the SIM now',
    planted: [
      async (plan, stage) => {
        const other = neighbourOf(plan.subject.place)
        const iccid = await simIn(stage, other)
        plan.sessions.set(plan.subject.cloudId, () => ({ iccid, connectedMinutes: 60 }))
        plan.sessions.set(other, (now) => ({ iccid, connectedMinutes: 1740 - now, heardMinutes: 61 - now }))
      },
    ],
    state: 'to-mend',
    causes: ['panel-other-sim'],
    says: [/CBS\d+/, /SIM …\d+/],
  },
  18: {
    what: 'a release, and shortly after it most of a container leave at once',
    silent: 20,
    planted: [kind('release-just-before', 25), kind('many-left-container', 20)],
    state: 'cause',
    causes: ['common-cause'],
    says: [/panels of webconnect-\d stopped together at .*It is not this panel/],
    changed: [/^csr-\d+ got release/],
    also: ['receiver-deployed wrong'],
  },
  19: {
    what: 'it used more than its plan, and its SIM is offline',
    carrier: 'ATT',
    silent: 30,
    planted: [kind('sim-rate-plan-over-used', 900), kind('sim-offline', 31)],
    state: ['cause', 'likely'],
    causes: ['sim-offline'],
    says: [/no session at AT&T/, /barred/],
    also: ['sim-usage wrong'],
  },
  20: {
    what: "AT&T's session begins tomorrow, and the panel is gone",
    carrier: 'ATT',
    silent: 45,
    planted: [
      view(({ subject }) => ({
        sims: { [subject.iccid]: { carrier: { session: { beganMinutes: -1440, endedMinutes: null } } } },
      })),
    ],
    state: 'not-known',
    causes: [],
    says: [/AT&T says .*in the future/],
  },
  22: {
    what: 'its container writes local time without a zone',
    planted: [
      rewrite(({ subject }) => ({
        meets: ({ path }) => path.startsWith(`/webconnect/${subject.container}/`),
        change: (answer) => ({ ...answer, body: answer.body.replaceAll(instants, local) }),
      })),
    ],
    state: 'to-mend',
    causes: ['container-clock'],
    says: [/5 hours behind/],
    never: [/\d{4} s/],
  },
  23: {
    what: "a colleague deactivates the SIM, and its container's list fails",
    carrier: 'VZN',
    planted: [kind('container-tells-no-connections', 0), slowly, (plan) => void plan.lookedAt.push(1)],
    state: 'cause',
    causes: ['container-down', 'sim-deactivation'],
    says: [/Two problems/, /is being deactivated/],
  },
  24: {
    what: 'a deactivation is under way, and the panel is heard',
    carrier: 'VZN',
    planted: [slowly],
    state: 'to-mend',
    causes: ['sim-deactivation'],
    says: [/is being deactivated/],
  },
  24.5: {
    what: 'and then it failed',
    carrier: 'VZN',
    planted: [
      deactivates((stage, path) =>
        stage.rewrite([
          {
            meets: (question) => path.test(question.path),
            change: says(400, { errorCode: 'UnifiedWebService.REQUEST_FAILED', errorMessage: 'No.' }),
          },
        ]),
      ),
      event(0, async ({ db }, { subject }) => {
        const failed = sql<{ state: string }>`select state from deactivation where iccid = ${subject.iccid}`
        for (let tries = 0; tries < 200; tries++) {
          const [row] = (await failed.execute(db)).rows
          if (row && !['ready', 'asking', 'waiting', 'settling'].includes(row.state)) return
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        throw new Error('The deactivation did not fail.')
      }),
    ],
    state: 'fine',
    causes: [],
    says: [/The panel reports/],
  },
  25: {
    what: 'Pathfinder answers 403, and the panel is gone',
    silent: 40,
    planted: [
      rewrite(({ subject }) => ({
        meets: ({ path, method }) =>
          method === 'GET' && path.startsWith('/pathfinder/') && path.includes(subject.physicalId),
        change: says(403, { code: 'FORBIDDEN' }),
      })),
    ],
    state: 'not-known',
    causes: [],
    says: [/Pathfinder refused the request/, /administrator/],
  },
  26: {
    what: 'an auditor looks at a healthy SIM',
    planted: [],
    as: 'auditor',
    about: 'sims',
    state: 'not-known',
    causes: [],
    says: [/not shown to you/i, /role/],
    never: [/No deactivation and/],
  },
  28: {
    what: 'it connects and leaves each minute',
    planted: [kind('panel-flaps', 60)],
    state: 'unexplained',
    causes: [],
    says: [/connects and leaves again: \d+ times/],
  },
  29: {
    what: 'every message is refused',
    planted: [kind('panel-refused', 60)],
    state: 'unexplained',
    causes: [],
    says: [/refused \(NAK\)/, /CSR server/],
  },
  30: {
    what: 'a dead session on one container, a live one on another',
    planted: [
      rewrite(({ subject }) => ({
        meets: ({ path }) =>
          path.startsWith(
            `/webconnect/${subject.container === 'webconnect-1' ? 'webconnect-2' : 'webconnect-1'}/v1/conn`,
          ),
        change: inJson(({ connections, ...rest }: { connections: object[] }) => ({
          ...rest,
          connections: [...connections, dead(subject)],
        })),
      })),
    ],
    state: 'fine',
    causes: [],
    says: [/The panel reports/],
  },
  32: {
    what: 'MobileBroker has suspended it, carrier and Connector have it as active; it is gone',
    silent: 50,
    planted: [kind('sim-suspended-at-mobile-broker', 52)],
    state: 'likely',
    causes: ['sim-state-differs'],
    says: [/MobileBroker disagrees .* it says Suspended/],
  },
  33: {
    what: "AT&T refuses the console's credentials",
    carrier: 'ATT',
    planted: [
      rewrite(({ subject }) => ({
        meets: asksCarrier(subject),
        change: says(401, { errorMessage: 'Invalid credentials.', errorCode: '10000001' }),
      })),
    ],
    state: 'not-known',
    causes: [],
    says: [/AT&T refused the console's credentials/, /Tell the administrator/],
    never: [/[Ll]ook again/],
  },
  35: {
    what: 'numbers where texts belong, in all three',
    carrier: 'ATT',
    planted: [asksCarrier, asksMobileBroker, asksConnector].map((asks) =>
      rewrite(({ subject }) => ({
        meets: asks(subject),
        change: inJson((body: object) => numbersIn(body)),
      })),
    ),
    state: 'not-known',
    causes: [],
    says: [/gave an answer that cannot be read/],
    never: [/did not answer/],
  },
  37: {
    what: 'its services are off for months, and its SIM was suspended today',
    carrier: 'VZN',
    silent: 90,
    planted: [
      event(1600, ({ db }, { subject }) =>
        sql`update panel set update_date = now() - interval '60 days', panel_info = jsonb_set(panel_info, '{serviceStates}', (
          select jsonb_agg(jsonb_set(each, '{activated}', 'false')) from jsonb_array_elements(panel_info -> 'serviceStates') as each))
          where cloud_id = ${subject.cloudId}`.execute(db),
      ),
      kind('sim-suspended', 92),
    ],
    state: 'cause',
    causes: ['sim-not-active'],
    says: [/suspended the SIM/],
    never: [/services/],
    also: ['panel-services wrong'],
  },
  38: {
    what: 'a colleague pointed it to PROD ten minutes ago, and it is gone',
    silent: 9,
    planted: [kind('panel-pointed-elsewhere-here', 11)],
    state: 'cause',
    causes: ['panel-environment'],
    says: [/Pathfinder sends the panel to (PROD|DEV)/, /by .*@/],
  },
  41: {
    what: 'AT&T no longer knows the SIM, and the panel is gone',
    carrier: 'ATT',
    silent: 60,
    planted: [kind('sim-unknown-to-carrier', 65)],
    state: 'likely',
    causes: ['sim-not-active'],
    says: [/AT&T does not know SIM …\d+: it is not in our account there/],
  },
}

const instants = /(\d{4}-\d\d-\d\dT[\d:]+)(?:\.\d+)?Z/g
/** Five hours behind, as at Ottawa in winter. */
const local = (instant: string) =>
  new Date(Date.parse(instant) - 5 * 3600_000).toISOString().replace(/(\.\d+)?Z$/, '')

const dead = ({ cloudId, iccid }: Plan['subject']) => {
  const at = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString()
  return {
    connectionId: 'dead-1',
    transactionId: 'dead-1',
    connectedTime: at(50),
    lastReceivedTime: at(30),
    lastSendDataTime: at(30),
    lastReceivedStatus: 'OK',
    cloud: { cloudId },
    ethernet: { ipAddress: '10.1.1.1' },
    portNumber: 4000,
    iccid,
  }
}

function numbersIn(value: unknown): unknown {
  if (typeof value === 'string') return 17
  if (Array.isArray(value)) return value.map(numbersIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, numbersIn(each)]))
}
