import { type Call, calls, type Environment, environments } from '@support-console/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnOneDatabase } from './testing/databases.ts'
import { type KeyServer, startKeyServer } from './testing/key-server.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** Who calls: roles of the token, `no one` being signed in without one; `visitor` has no token at all. */
const callers = {
  support: ['support'],
  'eng-admin': ['eng-admin'],
  auditor: ['auditor'],
  outsider: [],
  visitor: undefined,
} as const
type Caller = keyof typeof callers

const everybody: Caller[] = ['support', 'eng-admin', 'auditor', 'outsider', 'visitor']
const signedIn: Caller[] = ['support', 'eng-admin', 'auditor', 'outsider']
const withRole: Caller[] = ['support', 'eng-admin', 'auditor']
const staff: Caller[] = ['support', 'eng-admin']
const engineers: Caller[] = ['eng-admin']

/** D16: who may make which call on which host, written down and not computed: dev, test, prod. */
const matrix: Record<string, readonly [dev: Caller[], test: Caller[], prod: Caller[]]> = {
  'GET /configuration/v1/runtime': [everybody, everybody, everybody],
  'GET /session/v1/access': [signedIn, signedIn, signedIn],
  'POST /session/v1/end': [signedIn, signedIn, signedIn],

  'GET /tokens/v1/mine': [signedIn, signedIn, signedIn],
  'POST /tokens/v1/mine': [signedIn, signedIn, signedIn],
  'DELETE /tokens/v1/mine/{tokenId}': [signedIn, signedIn, signedIn],
  'GET /tokens/v1/everyones': [engineers, engineers, engineers],
  'DELETE /tokens/v1/everyones/{tokenId}': [engineers, engineers, engineers],
  'POST /tokens/v1/device/look': [signedIn, signedIn, signedIn],
  'POST /tokens/v1/device/answer': [signedIn, signedIn, signedIn],

  // D33: without a role, for logging in and out alone; claims.test.ts.
  'POST /activity/v1/activitylog': [signedIn, signedIn, signedIn],
  'GET /siminformation/v1/simdetail/{simId}': [withRole, withRole, withRole],
  'GET /siminformation/v1/simdetail/{simId}/place': [withRole, withRole, withRole],
  'GET /siminformation/v1/simusage/{simId}': [withRole, withRole, withRole],
  'GET /siminformation/v1/downloadbillingreport/{year}/{month}': [withRole, withRole, withRole],
  'GET /simactivationdetail/v1/details': [withRole, withRole, withRole],

  'GET /undertakings/v1/mine': [withRole, withRole, withRole],
  'GET /undertakings/v1/tray': [withRole, withRole, withRole],
  'POST /undertakings/v1/notices/read': [withRole, withRole, withRole],
  'GET /attention/v1/current': [withRole, withRole, withRole],
  'GET /attention/v1/panels': [withRole, withRole, withRole],
  'POST /attention/v1/taken': [staff, staff, staff],
  'POST /attention/v1/taken/end': [staff, staff, staff],
  'GET /outages/v1/planned': [staff, staff, staff],
  'POST /outages/v1/planned': [staff, staff, staff],
  'POST /outages/v1/planned/{planId}/end': [staff, staff, staff],
  'GET /outages/v1/outages': [staff, staff, staff],
  'GET /outages/v1/outages/{outageId}': [staff, staff, staff],
  'GET /outages/v1/outages/{outageId}/panels': [staff, staff, staff],

  'GET /things/v1/sims/{id}': [withRole, withRole, withRole],
  'GET /things/v1/panels/{id}': [staff, staff, staff],
  'GET /things/v1/companies/{id}': [staff, staff, staff],
  'GET /things/v1/transactions/{id}': [withRole, withRole, withRole],

  'GET /diagnosis/v1/panels/{cloudId}': [staff, staff, staff],
  'GET /diagnosis/v1/sims/{iccid}': [withRole, withRole, withRole],
  'POST /diagnosis/v1/panels': [staff, staff, staff],
  'GET /days/v1/panels/{cloudId}': [staff, staff, staff],
  'GET /days/v1/sims/{iccid}': [withRole, withRole, withRole],
  'GET /doors/v1/panels/{cloudId}/installers-links': [staff, staff, staff],
  'POST /doors/v1/panels/{cloudId}/installers-links': [staff, staff, staff],
  'POST /doors/v1/installers-links/{linkId}/revoke': [staff, staff, staff],
  'GET /watches/v1/panels/{cloudId}': [staff, staff, staff],
  'POST /watches/v1/panels/{cloudId}': [staff, staff, staff],
  'POST /watches/v1/panels': [staff, staff, staff],
  'POST /watches/v1/watches/{watchId}/stop': [staff, staff, staff],
  'POST /diagnosis/v1/looks': [withRole, withRole, withRole],
  'GET /diagnosis/v1/looks': [withRole, withRole, withRole],
  'GET /diagnosis/v1/looks/{lookId}': [withRole, withRole, withRole],
  'GET /diagnosis/v1/looks/{lookId}/things': [withRole, withRole, withRole],
  'POST /diagnosis/v1/looks/{lookId}/stop': [withRole, withRole, withRole],
  'POST /diagnosis/v1/looks/{lookId}/go-on': [withRole, withRole, withRole],

  'GET /fleet/v1/overview': [withRole, withRole, withRole],
  'GET /fleet/v1/findings': [withRole, withRole, withRole],
  'GET /fleet/v1/chosen': [withRole, withRole, withRole],
  'GET /fleet/v1/export': [withRole, withRole, withRole],
  'POST /fleet/v1/export': [withRole, withRole, withRole],
  'GET /fleet/v1/expected': [withRole, withRole, withRole],
  'POST /fleet/v1/expected': [staff, staff, staff],
  'POST /fleet/v1/expected/{expectedId}/end': [staff, staff, staff],
  'POST /fleet/v1/sweeps': [staff, staff, staff],
  'GET /fleet/v1/sweeps/{sweepId}': [withRole, withRole, withRole],
  'POST /fleet/v1/sweeps/{sweepId}/stop': [staff, staff, staff],

  'GET /search/v1/find': [withRole, withRole, withRole],
  'POST /search/v1/resolve': [withRole, withRole, withRole],
  'GET /search/v1/recent': [withRole, withRole, withRole],
  'POST /search/v1/recent': [withRole, withRole, withRole],
  'GET /views/v1/views': [withRole, withRole, withRole],
  'POST /views/v1/views': [withRole, withRole, withRole],
  'POST /views/v1/views/{viewId}/open': [withRole, withRole, withRole],
  'DELETE /views/v1/views/{viewId}': [withRole, withRole, withRole],
  'PUT /views/v1/defaults/{list}': [withRole, withRole, withRole],
  // Of which things, their rights say: notes.test.ts, handover.test.ts.
  'GET /notes/v1/things/{thing}': [withRole, withRole, withRole],
  'POST /notes/v1/things/{thing}': [withRole, withRole, withRole],
  'POST /notes/v1/notes/{noteId}/end': [withRole, withRole, withRole],
  'GET /handover/v1/shift': [withRole, withRole, withRole],

  'GET /simmanagement/v1/querydevice/{SimId}': [staff, staff, staff],
  'GET /simmanagement/v1/querydevicenetworkstatus/{SimId}': [staff, staff, staff],
  'GET /simmanagement/v1/simusability/{SimId}': [staff, staff, staff],
  'POST /simmanagement/v1/simusability/{SimId}': [staff, staff, staff],
  'GET /simmanagement/v1/sims/{SimId}': [staff, staff, staff],
  'POST /simmanagement/v1/deactivate/{SimId}': [staff, staff, staff],
  'POST /simmanagement/v1/batchupload': [staff, staff, staff],
  'POST /simmanagement/v1/batchdeactivation': [staff, staff, staff],
  'GET /simmanagement/v1/batches': [staff, staff, staff],
  'GET /simmanagement/v1/batches/{batchId}': [staff, staff, staff],
  'POST /simmanagement/v1/batches/{batchId}/stop': [staff, staff, staff],
  'POST /simmanagement/v1/batches/{batchId}/retry': [staff, staff, staff],
  'POST /simmanagement/v1/series/check': [staff, staff, staff],
  'POST /simmanagement/v1/series': [staff, staff, staff],
  'GET /simmanagement/v1/series/{seriesId}': [staff, staff, staff],
  'POST /simmanagement/v1/series/{seriesId}/stop': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/leaving': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/leaving/sims': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/leaving/lines': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/leaving/end': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/leavings': [staff, staff, staff],
  'GET /companymanager/v1/leavings/{leavingId}': [staff, staff, staff],

  'GET /companymanager/v1/companies': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/rpscontrols': [staff, staff, staff],
  'PUT /companymanager/v1/companies/{companyId}/rpscontrols': [staff, staff, staff],
  'POST /companymanager/v1/companies/rpscontrols': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/isk': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/sims': [withRole, withRole, withRole],
  'GET /companymanager/v1/companies/{companyId}/sims/export': [withRole, withRole, withRole],
  'GET /companymanager/v1/companies/{companyId}/panels': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/panels/export': [staff, staff, staff],
  'POST /companymanager/v1/companies/{companyId}/sims/export': [withRole, withRole, withRole],
  'POST /companymanager/v1/companies/{companyId}/panels/export': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/users': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/state': [staff, staff, staff],
  'GET /companymanager/v1/companies/{companyId}/differences': [staff, staff, staff],

  // Who may read the kind of thing: observations.test.ts.
  'GET /observations/v1/{kind}/{id}': [signedIn, signedIn, signedIn],

  'GET /panelmanagement/v1/locate/{ids}': [staff, staff, staff],
  'GET /panelmanagement/v1/export/{ids}': [staff, staff, staff],
  'POST /panelmanagement/v1/devicemigration/{cloudId}': [staff, staff, staff],
  'DELETE /panelmanagement/v1/devicemigration/{cloudId}': [staff, staff, staff],
  'GET /panelmanagement/v1/disabled': [staff, staff, staff],
  'GET /panelmanagement/v1/disabled/{cloudId}': [staff, staff, staff],
  'POST /panelmanagement/v1/disablings/{disablingId}/extend': [staff, staff, staff],
  'POST /panelmanagement/v1/enablings': [staff, staff, staff],
  'GET /panelmanagement/v1/enablings/{enablingId}': [staff, staff, staff],

  'GET /panelenvironment/v1/{physicalId}/pathfinder': [staff, staff, engineers],
  'PUT /panelenvironment/v1/{physicalId}/pathfinder': [staff, staff, engineers],
  'GET /panelenvironment/v1/devicedomainmappings/{panelId}': [staff, staff, engineers],

  'GET /csrmanagement/v1/csrs/getall': [staff, staff, staff],
  'GET /csrmanagement/v1/csrs/{ip}/status': [staff, staff, staff],
  'GET /csrmanagement/v1/csrs/{ip}/deployments': [staff, staff, staff],
  'POST /csrmanagement/v1/csrs/{ip}/upgrade': [staff, staff, staff],
  'POST /csrmanagement/v1/csrs/{ip}/return': [staff, staff, staff],
  'POST /csrmanagement/v1/csrs/{ip}/desc': [staff, staff, staff],
  'POST /csrmanagement/v1/csrs/reset': [staff, staff, staff],
  'POST /csrmanagement/v1/waves/preview': [staff, staff, staff],
  'POST /csrmanagement/v1/waves': [staff, staff, staff],
  'GET /csrmanagement/v1/waves/{planId}': [staff, staff, staff],
  'POST /csrmanagement/v1/waves/{planId}/go-on': [staff, staff, staff],
  'POST /csrmanagement/v1/waves/{planId}/stop': [staff, staff, staff],
  'POST /csrmanagement/v1/waves/{planId}/return': [staff, staff, staff],

  'GET /usermanagement/v1/usermanagement/{email}': [staff, staff, staff],
  'GET /doors/v1/webhooks': [engineers, engineers, engineers],
  'POST /doors/v1/webhooks': [engineers, engineers, engineers],
  'PUT /doors/v1/webhooks/{webhookId}': [engineers, engineers, engineers],
  'PUT /doors/v1/webhooks/{webhookId}/state': [engineers, engineers, engineers],
  'POST /doors/v1/webhooks/{webhookId}/secret': [engineers, engineers, engineers],
  'DELETE /doors/v1/webhooks/{webhookId}': [engineers, engineers, engineers],
  'POST /doors/v1/webhooks/{webhookId}/test': [engineers, engineers, engineers],
  'GET /doors/v1/webhooks/{webhookId}/deliveries': [engineers, engineers, engineers],
  'POST /doors/v1/webhooks/{webhookId}/deliveries/{messageId}/again': [engineers, engineers, engineers],
  'GET /usermanagement/v1/signons/{email}': [engineers, engineers, engineers],
  'POST /usermanagement/v1/signons/{email}/end': [engineers, engineers, engineers],

  'GET /useractiondetail/v1/details': [withRole, withRole, withRole],
  'GET /useractiondetail/v1/export': [withRole, withRole, withRole],
  'GET /useractiondetail/v1/trail': [withRole, withRole, withRole],

  'GET /wcmetrics/v1/metrics/getall': [staff, staff, staff],
  'GET /wcmetrics/v1/metrics/{containerName}/connections': [staff, staff, staff],
  'GET /wcmetrics/v1/history': [staff, staff, staff],

  'GET /timeline/v1/sims/{id}': [withRole, withRole, withRole],
  'GET /timeline/v1/panels/{id}': [staff, staff, staff],
  'GET /timeline/v1/companies/{id}': [staff, staff, staff],
  'GET /timeline/v1/csrs/{id}': [staff, staff, staff],
  'GET /timeline/v1/transactions/{id}': [withRole, withRole, withRole],

  // Without a right, nothing is told (news.test.ts).
  'GET /news/v1/stream': [signedIn, signedIn, signedIn],
}

/** Calls of outside systems, who prove who they are in a way of their own; no token opens them. */
const ofNeighbours = [
  'POST /simmanagement/v1/carriers/verizon/callback',
  'POST /companymanager/v1/isk/verify',
]

const all: Call[] = Object.values(calls)
const keyOf = (call: Call) => `${call.method} ${call.path}`

describeOnOneDatabase('D16 R15 who may make which call on which host', (database) => {
  let keys: KeyServer
  const servers = new Map<Environment, TestApp>()
  beforeAll(async () => {
    keys = await startKeyServer()
    for (const environment of environments)
      servers.set(
        environment,
        await startTestApp({ database: database.get(), keys, env: { ENVIRONMENT: environment } }),
      )
  })
  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => server.close()))
    await keys.close()
  })

  /** Asks with ids that nothing has and no body, so that a call that is allowed ends at its input. */
  async function ask(host: Environment, call: Call, caller: Caller): Promise<number> {
    const roles = callers[caller]
    // A token each: one of the calls ends its sign-on.
    const token = roles
      ? await keys.token({
          sid: crypto.randomUUID(),
          jti: crypto.randomUUID(),
          resource_access: { 'support-console': { roles } },
        })
      : null
    const server = servers.get(host)
    if (!server) throw new Error(`no server is ${host}`)
    const path = `/api${call.path.replace(/\{\w+\}/g, '!')}`
    const { code, envelope } = await server.call(call.method, path, { token })
    // Otherwise a call that is not on the air would pass for one that knows no such thing.
    expect(envelope.message).not.toBe('There is no such call. Please check the address.')
    return code
  }

  it('the table names every call of the contract, and no other', () => {
    expect([...Object.keys(matrix), ...ofNeighbours].sort()).toEqual(all.map(keyOf).sort())
  })

  const rows = all.flatMap((call) => {
    const row = matrix[keyOf(call)]
    if (!row) return []
    const [dev, test, prod] = row
    const may = { dev, test, prod }
    // That dev gives what test gives is shown of each right (packages/contract/src/permissions.test.ts).
    const hosts = environments.filter((host) => host !== 'dev' || dev !== prod)
    return hosts.map((host) => [keyOf(call), host, call, may[host]] as const)
  })
  it.each(rows)('%s on %s', async (_key, host, call, expected) => {
    const answers = await Promise.all(
      everybody.map(async (caller) => [caller, await ask(host, call, caller)] as const),
    )
    const allowed = answers.filter(([, code]) => code !== 401 && code !== 403)
    expect(allowed.map(([caller]) => caller)).toEqual(expected)
    // Allowed means: it was the input that was wrong, or nothing was.
    for (const [, code] of allowed) expect([200, 400, 404]).toContain(code)
    const refused = answers.filter(([, code]) => code === 401 || code === 403)
    for (const [caller, code] of refused)
      expect([caller, code]).toEqual([caller, caller === 'visitor' ? 401 : 403])
  })

  it.each(ofNeighbours)('%s is opened by no token', async (key) => {
    const call = all.find((each) => keyOf(each) === key)
    if (!call) throw new Error(`${key} is not in the contract`)
    for (const caller of everybody) expect([400, 401]).toContain(await ask('test', call, caller))
  })

  it('roles that are not ours, of another client or of the realm, count for nothing', async () => {
    const path = '/api/usermanagement/v1/usermanagement/!'
    for (const claims of [
      { resource_access: { 'support-console': { roles: ['admin', 'Support', 'eng-admin '] } } },
      { resource_access: { account: { roles: ['support', 'eng-admin'] } } },
      { resource_access: {}, realm_access: { roles: ['support', 'eng-admin'] } },
    ]) {
      const token = await keys.token(claims)
      expect((await servers.get('test')?.call('GET', path, { token }))?.code).toBe(403)
    }
  })

  it('several roles add up: support with eng-admin may use the panel environment on prod', async () => {
    const token = await keys.token({
      resource_access: { 'support-console': { roles: ['support', 'eng-admin'] } },
    })
    const answer = await servers.get('prod')?.call('GET', '/api/panelenvironment/v1/!/pathfinder', { token })
    expect(answer?.code).toBe(400)
  })
})
