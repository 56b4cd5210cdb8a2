import { factRights, type Permission, permissions } from '@support-console/contract'

/** What is planted upon, of the demo world. */
export const at = {
  sim: '8901170000000000013',
  otherSim: '8901170000000000021',
  panel: 'CBS0000001',
  physicalId: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  /** The panel's, too, and Pathfinder alone said so. */
  toldId: 'aaaabbbb-1111-4222-8333-00c04fc90001',
  companyId: 1,
  sapCompanyId: '1000001',
  remoteId: 'RP-000001',
  csr: 'csr-01',
  csrAddress: '127.0.40.1',
  container: 'planted-box',
  host: '10.99.88.77',
  user: 'planted.user@portal.example',
  staff: 'planted.staff@example.com',
  worker: 'worker@example.com',
  vpnUser: 'planted-vpn-user',
  imei: '352099001700017',
  batchId: '10000000-1111-4222-8333-00000000f001',
  deploymentId: '10000000-1111-4222-8333-00000000f002',
  /** Of everything but the environment. */
  transactionId: '10000000-1111-4222-8333-00000000f003',
  environmentId: '10000000-1111-4222-8333-00000000f004',
  lookId: '10000000-1111-4222-8333-00000000f005',
  expectedId: '10000000-1111-4222-8333-00000000f006',
  sweepId: '10000000-1111-4222-8333-00000000f007',
  viewId: '10000000-1111-4222-8333-00000000f008',
  noteId: '10000000-1111-4222-8333-00000000f00a',
  wavesId: '10000000-1111-4222-8333-00000000f010',
  enablingId: '10000000-1111-4222-8333-00000000f00b',
  seriesId: '10000000-1111-4222-8333-00000000f00d',
  leavingId: '10000000-1111-4222-8333-00000000f00e',
  linkId: '10000000-1111-4222-8333-00000000f014',
  tokenId: '10000000-1111-4222-8333-00000000f011',
  deviceCode: 'BCDFGHJK',
  outageId: '990001',
  planId: '10000000-1111-4222-8333-00000000f00c',
  webhookId: '10000000-1111-4222-8333-00000000f012',
  messageId: '10000000-1111-4222-8333-00000000f013',
  row: 'outage container planted-box',
} as const

/** Numbers that nothing else in the answers is. */
export const counts = { sims: 1237, panels: 2341, users: 977 }
const standingAlone = (count: number) => new RegExp(`(?<![\\w.-])${count}(?![\\w.:-])`)

export interface PlantedFact {
  name: string
  /** Several: it takes all of them. */
  right: Permission | readonly Permission[]
  /** What no answer holds that goes to a caller without the right. */
  shows: RegExp
  /** Calls that tell it by a right of their own. */
  exempt?: readonly string[]
}

/** The trail is told whole to who may read it (D16; docs/security.md). */
const trail = ['getUserActions', 'exportUserActions']

export const plantedFacts: readonly PlantedFact[] = [
  { name: 'SIMs of a company', right: factRights.simsOfCompany, shows: standingAlone(counts.sims) },
  { name: 'panels of a company', right: factRights.panelsOfCompany, shows: standingAlone(counts.panels) },
  { name: 'users of a company', right: factRights.usersOfCompany, shows: standingAlone(counts.users) },
  { name: 'users', right: 'users.read', shows: /planted\.user|PlantedRole|RU-777777/ },
  {
    name: 'what was observed of a SIM, and billed',
    right: factRights.sim,
    shows:
      /352099001700017|13125550199|PLANTED_RAW|10\.77\.66\.55|"Suspended"|Planted Plan|Planted rate|4567891234/,
  },
  {
    name: 'usability',
    right: factRights.usability,
    shows:
      /"Unusable"|"usable":false|[Mm]arked unusable|"unusable"|· unusable|^8901170000000000013,[^,]*,[^,]*,false/m,
  },
  { name: 'the VPN account', right: factRights.vpnAccount, shows: /planted-vpn/ },
  {
    name: 'deactivations',
    right: factRights.deactivation,
    shows: /planted note|planted-list|10000000-1111-4222-8333-00000000f001/,
  },
  {
    name: 'SIM activity',
    right: factRights.simActivity,
    shows: /PlantedStatus|planted activity|"hasSimActivity":true/,
  },
  {
    name: 'the panel in the inventory and at the Remote Portal',
    right: factRights.panel,
    shows:
      /RP-000001|6f9619ff-8b86-d011-b42d-00c04fc964ff|planted-device|planted\.flagger|managementDisabled/,
    // Who asks for a panel's environment names it by its physical ID, and so do the entries about that.
    exempt: [
      ...trail,
      ...['getShift', 'getTransactionThing', 'getTransactionTimeline', 'findThings', 'resolveLines'],
      ...['getPathfinder', 'getDeviceDomainMappings'],
    ],
  },
  {
    name: 'the session at WebConnect',
    right: factRights.session,
    shows: /planted-box|old-planted-box|10\.99\.88\.77|planted-connection/,
  },
  {
    name: 'the environment of a panel',
    right: factRights.environment,
    shows:
      /"environment":"dev"|\bto DEV\b|"to":"dev"|"before":"dev"|aaaabbbb-1111-4222|planted-product|"what":"Points to"|Pathfinder sends|"code":"panel-environment","state":"(?:cause|likely|wrong|fine)|panel-environment,cause/,
    exempt: trail,
  },
  {
    name: 'a company',
    right: factRights.company,
    shows:
      /Plantland|10\.211\.0\.0|planted\.saver|planted\.alert|"warningPercent":71|"level":"(?:below|warning|alert)"|over-threshold/,
  },
  {
    name: 'servers and what is deployed on them',
    right: factRights.deployment,
    shows: /97\.1\.3|planted reason|planted log|Planted rack|10000000-1111-4222-8333-00000000f002/,
  },
  {
    // Of someone with all rights.
    name: 'what a look at many found',
    right: permissions,
    shows: /planted pause|planted\.stopper/,
  },
  { name: 'the trail', right: factRights.userAction, shows: /Planted deed|planted\.staff/ },
  {
    name: 'notes on a panel',
    right: factRights.panel,
    shows: /Planted remark|10000000-1111-4222-8333-00000000f00a/,
    exempt: trail,
  },
  {
    name: 'tokens of others',
    right: 'sign-ons.end',
    shows: /Planted token/,
    // A change gives it to its caller, who is told of their own.
    exempt: ['listTokens', 'revokeToken', ...trail],
  },
  { name: 'webhooks', right: 'webhooks.manage', shows: /planted-receiver|Planted webhook/ },
  { name: 'sign-ons', right: 'sign-ons.end', shows: /2031-02-03T04:05:06/ },
]
