import { type Call, calls } from '@support-console/contract'
import { describe, expect, it } from 'vitest'

/** The specification's table of calls (section 7), and whether the contract has the call already. */
const table: [string, 'built' | 'outstanding'][] = [
  ['POST /activity/v1/activitylog', 'built'],
  ['POST /simmanagement/v1/deactivate/{SimId}', 'built'],
  ['GET /simmanagement/v1/querydevice/{SimId}', 'built'],
  ['GET /simmanagement/v1/querydevicenetworkstatus/{SimId}', 'built'],
  ['GET /simmanagement/v1/simusability/{SimId}', 'built'],
  ['POST /simmanagement/v1/simusability/{SimId}', 'built'],
  ['POST /simmanagement/v1/batchupload', 'built'],
  ['POST /simmanagement/v1/batchdeactivation', 'built'],
  ['GET /siminformation/v1/simdetail/{simId}', 'built'],
  ['GET /siminformation/v1/downloadbillingreport/{year}/{month}', 'built'],
  ['GET /companymanager/v1/companies', 'built'],
  ['GET /companymanager/v1/companies/{companyId}/rpscontrols', 'built'],
  ['PUT /companymanager/v1/companies/{companyId}/rpscontrols', 'built'],
  ['POST /companymanager/v1/companies/rpscontrols', 'built'],
  ['GET /simactivationdetail/v1/details', 'built'],
  ['GET /useractiondetail/v1/details', 'built'],
  ['GET /panelmanagement/v1/locate/{ids}', 'built'],
  ['GET /panelmanagement/v1/export/{ids}', 'built'],
  ['POST /panelmanagement/v1/devicemigration/{cloudId}', 'built'],
  ['DELETE /panelmanagement/v1/devicemigration/{cloudId}', 'built'],
  ['GET /panelenvironment/v1/{physicalId}/pathfinder', 'built'],
  ['PUT /panelenvironment/v1/{physicalId}/pathfinder', 'built'],
  ['GET /panelenvironment/v1/devicedomainmappings/{panelId}', 'built'],
  ['GET /csrmanagement/v1/csrs/getall', 'built'],
  ['POST /csrmanagement/v1/csrs/{ip}/upgrade', 'built'],
  ['POST /csrmanagement/v1/csrs/{ip}/desc', 'built'],
  ['GET /csrmanagement/v1/csrs/{ip}/status', 'built'],
  ['POST /csrmanagement/v1/csrs/reset', 'built'],
  ['GET /usermanagement/v1/usermanagement/{email}', 'built'],
  ['GET /wcmetrics/v1/metrics/getall', 'built'],
]

/** Calls that the decisions ask for beside the table. */
const besides = [
  'GET /configuration/v1/runtime',
  'GET /session/v1/access',
  'POST /session/v1/end',
  // Personal tokens (D58).
  'GET /tokens/v1/mine',
  'POST /tokens/v1/mine',
  'DELETE /tokens/v1/mine/{tokenId}',
  'GET /tokens/v1/everyones',
  'DELETE /tokens/v1/everyones/{tokenId}',
  // Command lines that sign in with a code (D60).
  'POST /tokens/v1/device/look',
  'POST /tokens/v1/device/answer',
  'GET /search/v1/find',
  'POST /search/v1/resolve',
  'GET /search/v1/recent',
  'POST /search/v1/recent',
  // Views of lists (D38).
  'GET /views/v1/views',
  'POST /views/v1/views',
  'POST /views/v1/views/{viewId}/open',
  'DELETE /views/v1/views/{viewId}',
  'PUT /views/v1/defaults/{list}',
  // Notes on things, and what happened in a shift (D45, D46).
  'GET /notes/v1/things/{thing}',
  'POST /notes/v1/things/{thing}',
  'POST /notes/v1/notes/{noteId}/end',
  'GET /handover/v1/shift',
  // Links to the page of a panel for installers (D59).
  'GET /doors/v1/panels/{cloudId}/installers-links',
  'POST /doors/v1/panels/{cloudId}/installers-links',
  'POST /doors/v1/installers-links/{linkId}/revoke',
  // The last 24 hours of a thing (issue 53, 3).
  'GET /days/v1/panels/{cloudId}',
  'GET /days/v1/sims/{iccid}',
  // Outages, for a year (D53).
  'GET /outages/v1/outages',
  'GET /outages/v1/outages/{outageId}',
  'GET /outages/v1/outages/{outageId}/panels',
  'GET /outages/v1/planned',
  'POST /outages/v1/planned',
  'POST /outages/v1/planned/{planId}/end',
  'POST /attention/v1/taken',
  'POST /attention/v1/taken/end',
  // Other systems are told what happened (D59).
  'GET /doors/v1/webhooks',
  'POST /doors/v1/webhooks',
  'PUT /doors/v1/webhooks/{webhookId}',
  'PUT /doors/v1/webhooks/{webhookId}/state',
  'POST /doors/v1/webhooks/{webhookId}/secret',
  'DELETE /doors/v1/webhooks/{webhookId}',
  'POST /doors/v1/webhooks/{webhookId}/test',
  'GET /doors/v1/webhooks/{webhookId}/deliveries',
  'POST /doors/v1/webhooks/{webhookId}/deliveries/{messageId}/again',
  // Ending a person's sign-ons (R14), for who runs the console.
  'GET /usermanagement/v1/signons/{email}',
  'POST /usermanagement/v1/signons/{email}/end',
  'GET /siminformation/v1/simdetail/{simId}/place',
  // The month's data usage (D51).
  'GET /siminformation/v1/simusage/{simId}',
  'GET /simmanagement/v1/sims/{SimId}',
  'GET /simmanagement/v1/batches',
  'GET /simmanagement/v1/batches/{batchId}',
  'POST /simmanagement/v1/batches/{batchId}/stop',
  'POST /simmanagement/v1/batches/{batchId}/retry',
  // Many SIMs as one undertaking of batches (U15), and a company that leaves (brief, 7).
  'POST /simmanagement/v1/series/check',
  'POST /simmanagement/v1/series',
  'GET /simmanagement/v1/series/{seriesId}',
  'POST /simmanagement/v1/series/{seriesId}/stop',
  'POST /companymanager/v1/companies/{companyId}/leaving',
  'POST /companymanager/v1/companies/{companyId}/leaving/sims',
  'POST /companymanager/v1/companies/{companyId}/leaving/lines',
  'POST /companymanager/v1/companies/{companyId}/leaving/end',
  'GET /companymanager/v1/companies/{companyId}/leavings',
  'GET /companymanager/v1/leavings/{leavingId}',
  'POST /simmanagement/v1/carriers/verizon/callback',
  'POST /companymanager/v1/companies/{companyId}/isk',
  'GET /companymanager/v1/companies/{companyId}/sims',
  'GET /companymanager/v1/companies/{companyId}/sims/export',
  'GET /companymanager/v1/companies/{companyId}/panels',
  'GET /companymanager/v1/companies/{companyId}/panels/export',
  'POST /companymanager/v1/companies/{companyId}/sims/export',
  'POST /companymanager/v1/companies/{companyId}/panels/export',
  'GET /companymanager/v1/companies/{companyId}/users',
  'GET /companymanager/v1/companies/{companyId}/state',
  'GET /companymanager/v1/companies/{companyId}/differences',
  'POST /companymanager/v1/isk/verify',
  'POST /csrmanagement/v1/csrs/{ip}/return',
  'GET /csrmanagement/v1/csrs/{ip}/deployments',
  // Releases in waves (D61).
  'POST /csrmanagement/v1/waves/preview',
  'POST /csrmanagement/v1/waves',
  'GET /csrmanagement/v1/waves/{planId}',
  'POST /csrmanagement/v1/waves/{planId}/go-on',
  'POST /csrmanagement/v1/waves/{planId}/stop',
  'POST /csrmanagement/v1/waves/{planId}/return',
  'GET /useractiondetail/v1/export',
  'GET /useractiondetail/v1/trail',
  'GET /observations/v1/{kind}/{id}',
  'GET /wcmetrics/v1/metrics/{containerName}/connections',
  'GET /wcmetrics/v1/history',
  'GET /news/v1/stream',
  // What a person's own work is doing, and what they are told of it.
  'GET /undertakings/v1/mine',
  'GET /undertakings/v1/tray',
  'POST /undertakings/v1/notices/read',
  // What needs a person (fleet).
  'GET /attention/v1/current',
  'GET /attention/v1/panels',
  'GET /things/v1/sims/{iccid}',
  'GET /things/v1/panels/{cloudId}',
  'GET /things/v1/companies/{id}',
  'GET /things/v1/transactions/{id}',
  'GET /diagnosis/v1/panels/{cloudId}',
  'GET /diagnosis/v1/sims/{iccid}',
  // Management that is disabled for a time (2.8).
  'GET /panelmanagement/v1/disabled',
  'GET /panelmanagement/v1/disabled/{cloudId}',
  'POST /panelmanagement/v1/disablings/{disablingId}/extend',
  'POST /panelmanagement/v1/enablings',
  'GET /panelmanagement/v1/enablings/{enablingId}',
  // Looking at many (D50).
  // Being told when a panel is back (D38).
  'GET /watches/v1/panels/{cloudId}',
  'POST /watches/v1/panels/{cloudId}',
  'POST /watches/v1/panels',
  'POST /watches/v1/watches/{watchId}/stop',
  'POST /diagnosis/v1/looks',
  'GET /diagnosis/v1/looks',
  'GET /diagnosis/v1/looks/{lookId}',
  'GET /diagnosis/v1/looks/{lookId}/things',
  'POST /diagnosis/v1/looks/{lookId}/stop',
  'POST /diagnosis/v1/looks/{lookId}/go-on',
  'POST /diagnosis/v1/panels',
  // The fleet: what is wrong before anybody calls.
  'GET /fleet/v1/overview',
  'GET /fleet/v1/findings',
  'GET /fleet/v1/chosen',
  'GET /fleet/v1/export',
  'POST /fleet/v1/export',
  'GET /fleet/v1/expected',
  'POST /fleet/v1/expected',
  'POST /fleet/v1/expected/{expectedId}/end',
  'POST /fleet/v1/sweeps',
  'GET /fleet/v1/sweeps/{sweepId}',
  'POST /fleet/v1/sweeps/{sweepId}/stop',
  'GET /timeline/v1/sims/{id}',
  'GET /timeline/v1/panels/{id}',
  'GET /timeline/v1/companies/{id}',
  'GET /timeline/v1/csrs/{id}',
  'GET /timeline/v1/transactions/{id}',
]

const anyName = (key: string) => key.replace(/\{\w+\}/g, '{}')
const all: Call[] = Object.values(calls)
const declared = all.map((call) => `${call.method} ${call.path}`)

describe("7 the specification's table of calls", () => {
  it.each(table)('%s is %s', (key, state) => {
    expect(declared.map(anyName).includes(anyName(key))).toBe(state === 'built')
  })

  it('G1 what names the thing of an entry stands in its text, too, where it may be no identifier', () => {
    for (const [name, { audit }] of Object.entries(calls as Record<string, Call>))
      for (const [parameter] of (audit?.object ?? '').matchAll(/\{\w+\}/g))
        expect(audit?.action, name).toContain(parameter)
  })

  it('the contract has no call that neither the table nor a decision asks for', () => {
    const asked = [...table.map(([key]) => key), ...besides].map(anyName)
    expect(declared.map(anyName).filter((key) => !asked.includes(key))).toEqual([])
  })
})
