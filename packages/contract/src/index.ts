import { attentionCalls } from './attention.ts'
import { auditTrailCalls } from './audit-trail.ts'
import { batchesCalls } from './batches.ts'
import type { Call, CallKey } from './call.ts'
import { companiesCalls } from './companies.ts'
import { companyListsCalls } from './company-lists.ts'
import { csrCalls } from './csr.ts'
import { dayCalls } from './days.ts'
import { diagnosisCalls } from './diagnosis.ts'
import { fleetCalls } from './fleet.ts'
import { handoverCalls } from './handover.ts'
import { installersLinkCalls } from './installers-link.ts'
import { leavingCalls } from './leaving.ts'
import { looksCalls } from './looks.ts'
import { newsCalls } from './news.ts'
import { notesCalls } from './notes.ts'
import { observationsCalls } from './observations.ts'
import { outagesCalls } from './outages.ts'
import { panelEnvironmentCalls } from './panel-environment.ts'
import { panelsCalls } from './panels.ts'
import { plannedCalls } from './planned.ts'
import { searchCalls } from './search.ts'
import { seriesCalls } from './series.ts'
import { sessionCalls } from './session.ts'
import { simActivityCalls } from './sim-activity.ts'
import { simInformationCalls } from './sim-information.ts'
import { simManagementCalls } from './sim-management.ts'
import { simUsageCalls } from './sim-usage.ts'
import { thingsCalls } from './things.ts'
import { timelineCalls } from './timeline.ts'
import { tokensCalls } from './tokens.ts'
import { transactionsCalls } from './transactions.ts'
import { undertakingsCalls } from './undertakings.ts'
import { usersCalls } from './users.ts'
import { viewsCalls } from './views.ts'
import { watchesCalls } from './watches.ts'
import { wavesCalls } from './waves.ts'
import { webconnectCalls } from './webconnect.ts'
import { webhooksCalls } from './webhooks.ts'

export * from './addresses.ts'
export * from './attention.ts'
export * from './attention.words.ts'
export * from './audit-trail.ts'
export * from './audit-trail.words.ts'
export * from './batch-file.ts'
export * from './batch-file.words.ts'
export * from './batch-list.ts'
export * from './batches.ts'
export * from './call.ts'
export * from './carriers.ts'
export * from './companies.ts'
export * from './companies.words.ts'
export * from './company-bundle.ts'
export * from './company-lists.ts'
export * from './company-lists.words.ts'
export * from './csr.ts'
export * from './csr.words.ts'
export * from './csv-cell.ts'
export * from './csv-records.ts'
export * from './days.ts'
export * from './days.words.ts'
export * from './diagnosis.ts'
export * from './diagnosis.words.ts'
export * from './disablings.words.ts'
export * from './email.ts'
export * from './encoding.ts'
export * from './envelope.ts'
export * from './fact-rights.ts'
export * from './faults.ts'
export * from './faults.words.ts'
export * from './file-kind.ts'
export * from './fleet.ts'
export * from './fleet.words.ts'
export * from './folded.ts'
export * from './guid.ts'
export * from './handover.ts'
export * from './handover.words.ts'
export * from './iccid.ts'
export * from './identifiers.ts'
export * from './installers-link.ts'
export * from './installers-link.words.ts'
export * from './ipv4.ts'
export * from './kept-outage.ts'
export * from './leaving.ts'
export * from './leaving.words.ts'
export * from './looks.ts'
export * from './looks.words.ts'
export * from './moments.words.ts'
export * from './network-models.ts'
export * from './news.ts'
export * from './news.words.ts'
export * from './notes.ts'
export * from './notes.words.ts'
export * from './observations.ts'
export * from './observed.words.ts'
export * from './outages.ts'
export * from './outages.words.ts'
export * from './panel-environment.ts'
export * from './panels.ts'
export * from './panels.words.ts'
export * from './past-calls.words.ts'
export * from './pasted.ts'
export * from './permissions.ts'
export * from './plain-text.ts'
export * from './planned.ts'
export * from './planned.words.ts'
export * from './reasons.ts'
export * from './reasons.words.ts'
export * from './receivers.words.ts'
export * from './regions.ts'
export * from './search.ts'
export * from './search.words.ts'
export * from './series.ts'
export * from './session.ts'
export * from './sim-activity.ts'
export * from './sim-information.ts'
export * from './sim-information.words.ts'
export * from './sim-management.ts'
export * from './sim-usage.ts'
export * from './states.ts'
export * from './states.words.ts'
export * from './sweeps.ts'
export * from './text.ts'
export * from './things.ts'
export * from './timeline.said.ts'
export * from './timeline.ts'
export * from './timeline.words.ts'
export * from './times.ts'
export * from './tokens.ts'
export * from './tokens.words.ts'
export * from './transactions.ts'
export * from './undertakings.ts'
export * from './undertakings.words.ts'
export * from './usage.words.ts'
export * from './users.ts'
export * from './views.ts'
export * from './views.words.ts'
export * from './watches.ts'
export * from './watches.words.ts'
export * from './waves.ts'
export * from './waves.words.ts'
export * from './webconnect.ts'
export * from './webhooks.ts'
export * from './webhooks.words.ts'

/** The one table of calls. Server, console, OpenAPI document and permission matrix all stand on it. */
export const calls = {
  ...auditTrailCalls,
  ...attentionCalls,
  ...sessionCalls,
  ...searchCalls,
  ...simInformationCalls,
  ...simUsageCalls,
  ...simActivityCalls,
  ...simManagementCalls,
  ...batchesCalls,
  ...seriesCalls,
  ...companiesCalls,
  ...companyListsCalls,
  ...installersLinkCalls,
  ...leavingCalls,
  ...observationsCalls,
  ...panelsCalls,
  ...panelEnvironmentCalls,
  ...usersCalls,
  ...csrCalls,
  ...webconnectCalls,
  ...newsCalls,
  ...timelineCalls,
  ...thingsCalls,
  ...diagnosisCalls,
  ...dayCalls,
  ...looksCalls,
  ...fleetCalls,
  ...tokensCalls,
  ...transactionsCalls,
  ...undertakingsCalls,
  ...viewsCalls,
  ...watchesCalls,
  ...wavesCalls,
  ...notesCalls,
  ...handoverCalls,
  ...outagesCalls,
  ...plannedCalls,
  ...webhooksCalls,
} as const satisfies Record<string, Call>

export type Calls = typeof calls

/**
 * The same table by key, for the console: `CallByKey['GET /session/v1/access']`. A type only, so that the browser
 * carries no schema.
 */
export type CallByKey = { [Name in keyof Calls as CallKey<Calls[Name]>]: Calls[Name] }
