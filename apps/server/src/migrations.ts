import { sql } from 'kysely'
import { attentionSchema } from './features/attention/attention.schema.ts'
import { companiesSchema } from './features/companies/companies.schema.ts'
import { csrSchema } from './features/csr/csr.schema.ts'
import { wavesSchema } from './features/csr/waves/waves.schema.ts'
import { lookSchema } from './features/diagnosis/many/look.schema.ts'
import { installersLinkSchema } from './features/doors/installers-link/installers-link.schema.ts'
import { deviceSchema, tokensSchema } from './features/doors/tokens/tokens.schema.ts'
import { webhooksSchema } from './features/doors/webhooks/webhooks.schema.ts'
import { fleetSchema } from './features/fleet/fleet.schema.ts'
import { sweepSchema } from './features/fleet/sweep/sweep.schema.ts'
import { leavingSchema } from './features/leaving/leaving.schema.ts'
import { noteSchema } from './features/notes/note.schema.ts'
import { plannedSchema } from './features/outages/planned.schema.ts'
import { managementSchema } from './features/panels/management.schema.ts'
import { panelsSchema } from './features/panels/panels.schema.ts'
import { visitSchema } from './features/search/visit.schema.ts'
import { simActivitySchema } from './features/sim-activity/sim-activity.schema.ts'
import { billingLineSchema } from './features/sim-information/billing-line.schema.ts'
import { deactivationsSchema } from './features/sim-management/deactivations.schema.ts'
import { seriesSchema } from './features/sim-management/series/series.schema.ts'
import { simsSchema } from './features/sims/sims.schema.ts'
import { thingStateSchema } from './features/states/thing-state.schema.ts'
import { verdictsSchema } from './features/states/verdicts.schema.ts'
import { usersSchema } from './features/users/users.schema.ts'
import { viewSchema } from './features/views/view.schema.ts'
import { watchSchema } from './features/watches/watch.schema.ts'
import { webConnectPastSchema, webConnectSchema } from './features/webconnect/webconnect.schema.ts'
import { auditSchema } from './platform/audit/audit.schema.ts'
import { databaseSchema } from './platform/database/database.schema.ts'
import { pastSchema } from './platform/database/past.schema.ts'
import type { DatabaseStep } from './platform/database/version.ts'
import { httpSchema } from './platform/http/http.schema.ts'
import { newsSchema } from './platform/news/news.schema.ts'
import { observationsSchema } from './platform/observations/observations.schema.ts'
import { outboundSchema } from './platform/outbound/outbound.schema.ts'
import { knownRolesSchema, signOnSchema } from './platform/sign-on/sign-on.schema.ts'
import {
  undertakingsSchema,
  undertakingView,
  undertakingViewWithLeaving,
  undertakingViewWithWaves,
} from './platform/undertakings/undertakings.schema.ts'
import { carriersSchema } from './systems/carriers/carriers.schema.ts'

/** Each is one statement, since PGlite takes one at a time. */
const making = (...schemas: string[]): DatabaseStep => ({
  oldServersMayNot: '',
  async up(db) {
    for (const schema of schemas) await sql.raw(`do $schema$ begin ${schema} end $schema$`).execute(db)
  },
})

/**
 * All migrations by name, in the order of their numbers. What a released one makes is never changed; add the next. The baseline
 * makes what each area says of its tables, first those that others lean on.
 */
export const migrations: Record<string, DatabaseStep> = {
  '0001-baseline': making(
    databaseSchema,
    pastSchema,
    newsSchema,
    auditSchema,
    httpSchema,
    signOnSchema,
    outboundSchema,
    observationsSchema,
    undertakingsSchema,
    carriersSchema,
    companiesSchema,
    simsSchema,
    billingLineSchema,
    simActivitySchema,
    deactivationsSchema,
    panelsSchema,
    managementSchema,
    usersSchema,
    csrSchema,
    webConnectSchema,
    plannedSchema,
    verdictsSchema,
    thingStateSchema,
    visitSchema,
    lookSchema,
    fleetSchema,
    sweepSchema,
    attentionSchema,
    watchSchema,
    viewSchema,
    noteSchema,
    undertakingView,
  ),
  '0002-outages-of-the-past': making(webConnectPastSchema),
  '0003-series-and-leaving': making(seriesSchema, leavingSchema, undertakingViewWithLeaving),
  '0004-waves': making(wavesSchema, undertakingViewWithWaves),
  '0005-tokens': making(knownRolesSchema, tokensSchema),
  '0006-webhooks': making(webhooksSchema),
  '0007-installers-links': making(installersLinkSchema),
  '0008-device-sign-on': making(deviceSchema),
}
