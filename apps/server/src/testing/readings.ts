import { type Call, type Calls, fleetFindingKinds, fleetFindings, tellsPast } from '@support-console/contract'
import { at } from './planted-facts.ts'
import { wavesOf } from './waves-plan.ts'

/** One way to ask a reading call. */
export interface Reading {
  path: string
  body?: unknown
}

type Params = Readonly<Record<string, string | number>>

/** Whatever parts of an address may be asked for; one that is not here is one that the test does not know. */
const values: Readonly<Record<string, readonly (string | number)[]>> = {
  simId: [at.sim],
  SimId: [at.sim],
  iccid: [at.sim],
  cloudId: [at.panel],
  companyId: [at.companyId],
  email: [at.user, at.staff],
  ip: [at.csrAddress],
  containerName: [at.container],
  batchId: [at.batchId],
  lookId: [at.lookId],
  sweepId: [at.sweepId],
  enablingId: [at.enablingId],
  seriesId: [at.seriesId],
  leavingId: [at.leavingId],
  planId: [at.wavesId],
  outageId: [at.outageId],
  webhookId: [at.webhookId],
  viewId: [at.viewId],
  thing: [`sim ${at.sim}`, `panel ${at.panel}`, `company ${at.companyId}`, `csr ${at.csr}`],
  physicalId: [at.physicalId],
  panelId: [at.panel],
  year: [2021],
  month: [12],
}

/** Of an `id`, by what stands before it. */
const ids: Readonly<Record<string, readonly string[]>> = {
  sims: [at.sim],
  panels: [at.panel],
  companies: [String(at.companyId)],
  csrs: [at.csr],
  transactions: [at.transactionId, at.environmentId],
}

const typed = [
  at.sim,
  at.panel,
  at.physicalId,
  at.toldId,
  at.sapCompanyId,
  '10.211.0.9',
  at.imei,
  '3125550199',
  at.vpnUser.slice(0, 10),
  'planted',
  'planted-product',
  at.container,
  at.host,
  at.user,
  at.staff,
  at.csr,
  at.batchId,
  at.deploymentId,
  at.transactionId,
  at.environmentId,
  'Harbor',
]
const fleetThings = { sim: `sim ${at.sim}`, panel: `panel ${at.panel}`, csr: `csr ${at.csr}` }
const days = 'sDate=2000-01-01&eDate=2999-12-31'

/** What is planted happened now. */
const shift = () => {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  return `from=${before(3)}&to=${before(-3)}`
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** What must or may be asked beside the address, where that brings other answers. */
const asked: { readonly [Name in keyof Calls]?: readonly (string | { body: unknown })[] } = {
  findThings: typed.map((text) => `q=${encodeURIComponent(text)}&limit=50`),
  resolveLines: [{ body: { text: typed.join('\n') } }],
  lookAtDevice: [{ body: { code: at.deviceCode } }],
  noteVisit: [
    ['sim', at.sim],
    ['panel', at.panel],
    ['company', String(at.companyId)],
    ['csr', at.csr],
    ['container', at.container],
    ['person', at.user],
    ['transaction', at.environmentId],
  ].map(([kind, id]) => ({ body: { kind, id } })),
  getSimActivity: [`simId=${at.sim}&allTime=true`, `transactionID=${at.transactionId}`],
  getUserActions: ['allTime=true', `transactionID=${at.transactionId}`, `transactionID=${at.environmentId}`],
  exportUserActions: [days],
  listLooks: ['sim', 'panel'].map((kind) => `companyId=${at.companyId}&kind=${kind}`),
  getSimUsage: ['', 'look=if-old'],
  listCompanySims: [
    '',
    'show=wrong',
    'state=suspended',
    'usable=false',
    `text=${at.imei}`,
    'sort=state&order=desc',
  ],
  listCompanyPanels: [
    '',
    'show=wrong',
    'show=other-environment',
    'state=silent',
    `text=${at.host}`,
    `text=${at.toldId}`,
    'sort=state&order=asc',
  ],
  listFleet: [
    '',
    'by=thing',
    'filter=stand%3Dcounts%2Conce%2Cexpected&by=thing',
    'by=company&sort=company&order=asc',
  ],
  exportFleet: ['', 'filter=stand%3Dcounts%2Conce%2Cexpected'],
  exportChosenFleet: [
    {
      body: {
        ids: fleetFindingKinds.map((finding) => `${finding} ${fleetThings[fleetFindings[finding].thing]}`),
      },
    },
  ],
  listOutagePanels: ['', `companyId=${at.companyId}`],
  listAttentionPanels: ['key=drift+other-environment'],
  openView: [{ body: {} }],
  getShift: ['', '&who=all', `&who=${at.staff}`].map((who) => `${shift()}${who}`),
  checkSeries: [{ body: { iccids: [at.sim] } }, { body: { companyId: at.companyId } }],
  previewWaves: [{ body: wavesOf(at.csrAddress) }],
  noteNoticesRead: [{ body: { ids: [at.lookId] } }],
  exportChosenSims: [{ body: { iccids: [at.sim] } }],
  exportChosenPanels: [{ body: { cloudIds: [at.panel] } }],
  diagnosePanels: [{ body: { cloudIds: [at.panel] } }],
  diagnosePanel: ['within=60'],
  diagnoseSim: ['within=60'],
  getDeviceDomainMappings: ['queryEnv=test'],
  locatePanels: ['queryType=cloudId'],
  exportPanels: ['queryType=cloudId'],
}

/** All ways to ask a reading call of what is planted. @throws where the test does not know how */
export function readingsOf(name: string, { method, path }: Call): Reading[] {
  const moment = tellsPast(`${method} ${path}`) ? [`at=${minutesAgo(0)}`] : []
  const ways =
    name === 'getCompanyDifferences'
      ? [`from=${minutesAgo(60)}&to=${minutesAgo(0)}`]
      : (asked[name as keyof Calls] ?? [''])
  return paramsOf(path).flatMap((params) => {
    const address = `/api${path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(String(params[part])))}`
    return [...ways, ...moment].map((more) =>
      typeof more === 'string' ? { path: more ? `${address}?${more}` : address } : { path: address, ...more },
    )
  })
}

function paramsOf(path: string): Params[] {
  if (path.includes('{kind}/{id}'))
    return [
      { kind: 'sim', id: at.sim },
      ...[at.panel, at.physicalId, at.toldId].map((id) => ({ kind: 'panel', id })),
    ]
  if (path.includes('{ids}')) return [{ ids: at.panel }]
  const names = [...path.matchAll(/([^/]*)\/\{(\w+)\}/g)].map(([, before = '', part = '']) => {
    const known = part === 'id' ? ids[before] : values[part]
    if (!known)
      throw new Error(`this test does not know how to ask for {${part}} of ${path}: testing/readings.ts`)
    return [part, known] as const
  })
  return names.reduce<Params[]>(
    (all, [part, known]) => all.flatMap((params) => known.map((value) => ({ ...params, [part]: value }))),
    [{}],
  )
}
