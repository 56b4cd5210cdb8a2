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

/** All migrations by name, in the order of their numbers. A released one is never changed; add the next. */
export const migrations: Record<string, Migration> = {
  '0001-platform': platform,
  '0002-sims': sims,
  '0003-kept-calls': keptCalls,
  '0004-sim-activity': simActivity,
  '0005-shared-gates': sharedGates,
  '0006-deactivations': deactivations,
  '0007-companies': companies,
  '0008-panels': panels,
  '0009-csr': csr,
  '0010-webconnect': webConnect,
  '0011-audit-chain': auditChain,
  '0012-batch-lists': batchLists,
  '0013-demo-mark': demoMark,
  '0014-detail-words': detailWords,
  '0015-sealed-passwords': sealedPasswords,
  '0016-refused-calls': refusedCalls,
  '0017-verizon-login': verizonLogin,
  '0018-things': things,
  '0019-carrier-line': carrierLine,
  '0020-news': news,
  '0021-observations': observations,
  '0022-search': search,
  '0023-any-carrier': anyCarrier,
  '0024-timelines': timelines,
  '0025-sim-by-panel': simByPanel,
  '0026-panel-observations': panelObservations,
  '0027-search-plans': searchPlans,
  '0028-company-lists': companyLists,
  '0029-silences': silences,
  '0030-findings': findings,
}
