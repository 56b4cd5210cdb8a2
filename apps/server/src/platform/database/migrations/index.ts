import type { Migration } from 'kysely/migration'
import * as platform from './0001-platform.ts'
import * as sims from './0002-sims.ts'
import * as keptCalls from './0003-kept-calls.ts'
import * as simActivity from './0004-sim-activity.ts'
import * as sharedGates from './0005-shared-gates.ts'
import * as deactivations from './0006-deactivations.ts'
import * as companies from './0007-companies.ts'
import * as panels from './0008-panels.ts'
import * as csr from './0009-csr.ts'
import * as webConnect from './0010-webconnect.ts'
import * as auditChain from './0011-audit-chain.ts'
import * as batchLists from './0012-batch-lists.ts'
import * as demoMark from './0013-demo-mark.ts'
import * as detailWords from './0014-detail-words.ts'
import * as sealedPasswords from './0015-sealed-passwords.ts'
import * as refusedCalls from './0016-refused-calls.ts'
import * as verizonLogin from './0017-verizon-login.ts'
import * as things from './0018-things.ts'
import * as carrierLine from './0019-carrier-line.ts'
import * as news from './0020-news.ts'
import * as observations from './0021-observations.ts'
import * as search from './0022-search.ts'
import * as anyCarrier from './0023-any-carrier.ts'
import * as timelines from './0024-timelines.ts'
import * as simByPanel from './0025-sim-by-panel.ts'
import * as panelObservations from './0026-panel-observations.ts'
import * as searchPlans from './0027-search-plans.ts'
import * as companyLists from './0028-company-lists.ts'
import * as silences from './0029-silences.ts'
import * as findings from './0030-findings.ts'
import * as emailHalves from './0031-email-halves.ts'
import * as roomForUpdates from './0032-room-for-updates.ts'
import * as seeingInside from './0033-seeing-inside.ts'
import * as months from './0034-months.ts'
import * as auditAnchors from './0035-audit-anchors.ts'
import * as keepDays from './0036-keep-days.ts'
import * as missedPanels from './0037-missed-panels.ts'
import * as presentPanels from './0038-present-panels.ts'
import * as plainConnections from './0039-plain-connections.ts'
import * as lighterInserts from './0040-lighter-inserts.ts'
import * as undertakings from './0041-undertakings.ts'
import * as plainThings from './0042-plain-things.ts'
import * as namesAndNumbers from './0043-names-and-numbers.ts'
import * as sealedServiceKeys from './0044-sealed-service-keys.ts'
import * as verdictsForMost from './0046-verdicts-for-most.ts'
import * as sessionNews from './0047-session-news.ts'
import * as certainty from './0048-certainty.ts'
import * as observedLooks from './0050-observed-looks.ts'
import * as absences from './0051-absences.ts'
import * as population from './0052-population.ts'
import * as looks from './0053-looks.ts'
import * as receivers from './0054-receivers.ts'
import * as refusedPanels from './0055-refused-panels.ts'
import * as fleet from './0056-fleet.ts'
import * as sweeps from './0057-sweeps.ts'
import * as attention from './0060-attention.ts'
import * as notices from './0063-notices.ts'
import * as watches from './0064-watches.ts'
import * as reasons from './0067-reasons.ts'
import * as views from './0068-views.ts'
import * as notes from './0069-notes.ts'
import * as disablings from './0070-disablings.ts'
import * as sweepWork from './0073-sweep-work.ts'
import * as countedFindings from './0074-counted-findings.ts'
import * as failures from './0075-failures.ts'
import * as enablings from './0076-enablings.ts'

/** A step of the database, and whether servers of the version before it may go on beside a database that has it. */
export interface DatabaseStep extends Migration {
  /** Empty: they may; otherwise why not. `npm run migrate` says it (docs/operations/versions.md). */
  oldServersMayNot: string
}

const beside = (migration: Migration): DatabaseStep => ({ ...migration, oldServersMayNot: '' })
const alone = (migration: Migration, why: string): DatabaseStep => ({ ...migration, oldServersMayNot: why })

/** All migrations by name, in the order of their numbers. A released one is never changed; add the next. */
export const migrations: Record<string, DatabaseStep> = {
  '0001-platform': beside(platform),
  '0002-sims': beside(sims),
  '0003-kept-calls': alone(
    keptCalls,
    'an older one does not note that a step of a change was committed, and the change could be done again',
  ),
  '0004-sim-activity': beside(simActivity),
  '0005-shared-gates': alone(
    sharedGates,
    "an older one does not keep AT&T's limits together with the others",
  ),
  '0006-deactivations': beside(deactivations),
  '0007-companies': beside(companies),
  '0008-panels': beside(panels),
  '0009-csr': beside(csr),
  '0010-webconnect': beside(webConnect),
  '0011-audit-chain': alone(auditChain, 'an older one fails every change'),
  '0012-batch-lists': beside(batchLists),
  '0013-demo-mark': beside(demoMark),
  '0014-detail-words': beside(detailWords),
  '0015-sealed-passwords': alone(
    sealedPasswords,
    'an older one cannot read VPN passwords, and is refused when it writes them',
  ),
  '0016-refused-calls': beside(refusedCalls),
  '0017-verizon-login': beside(verizonLogin),
  '0018-things': beside(things),
  '0019-carrier-line': beside(carrierLine),
  '0020-news': beside(news),
  '0021-observations': beside(observations),
  '0022-search': beside(search),
  '0023-any-carrier': beside(anyCarrier),
  '0024-timelines': beside(timelines),
  '0025-sim-by-panel': beside(simByPanel),
  '0026-panel-observations': beside(panelObservations),
  '0027-search-plans': beside(searchPlans),
  '0028-company-lists': beside(companyLists),
  '0029-silences': beside(silences),
  '0030-findings': beside(findings),
  '0031-email-halves': beside(emailHalves),
  '0032-room-for-updates': beside(roomForUpdates),
  '0033-seeing-inside': beside(seeingInside),
  '0034-months': alone(
    months,
    'an older one cannot write SIM activity, and fails the changes with which it goes',
  ),
  '0035-audit-anchors': beside(auditAnchors),
  '0036-keep-days': beside(keepDays),
  '0037-missed-panels': beside(missedPanels),
  '0038-present-panels': beside(presentPanels),
  '0039-plain-connections': beside(plainConnections),
  '0040-lighter-inserts': beside(lighterInserts),
  '0041-undertakings': beside(undertakings),
  '0042-plain-things': beside(plainThings),
  '0043-names-and-numbers': beside(namesAndNumbers),
  '0044-sealed-service-keys': alone(
    sealedServiceKeys,
    'an older one cannot read companies, and cannot make installer service keys',
  ),
  '0046-verdicts-for-most': beside(verdictsForMost),
  '0047-session-news': beside(sessionNews),
  '0048-certainty': beside(certainty),
  '0050-observed-looks': beside(observedLooks),
  '0051-absences': beside(absences),
  '0052-population': beside(population),
  '0053-looks': beside(looks),
  '0054-receivers': beside(receivers),
  '0055-refused-panels': beside(refusedPanels),
  '0056-fleet': beside(fleet),
  '0057-sweeps': beside(sweeps),
  '0060-attention': beside(attention),
  '0063-notices': beside(notices),
  '0064-watches': beside(watches),
  '0067-reasons': beside(reasons),
  '0068-views': beside(views),
  '0069-notes': beside(notes),
  '0070-disablings': beside(disablings),
  '0073-sweep-work': beside(sweepWork),
  '0074-counted-findings': beside(countedFindings),
  '0075-failures': beside(failures),
  '0076-enablings': beside(enablings),
}
