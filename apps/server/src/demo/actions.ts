import { thing } from '@support-console/contract'
import world from '@support-console/demo-world/world.json' with { type: 'json' }

/** One entry of a demo transaction. */
export interface DemoEntry {
  source: 'console' | 'server'
  message: string
  object?: string
  result?: string
  detail?: string
  /** Seconds after the transaction's first entry. */
  after: number
}

/** What someone did, on one screen. */
export interface DemoAction {
  screen: string
  route: string
  permission: string
  entries: DemoEntry[]
}

/** What there is in the demo world to do something with. */
export interface DemoThings {
  iccids: readonly string[]
  companies: readonly { id: number; name: string; sapCompanyId: string }[]
}

interface Kind {
  /** How often it is done, beside the others. */
  weight: number
  act(things: Chosen): DemoAction
}

/** The things of one action, and numbers from 0 to 1 for what varies. */
interface Chosen {
  iccid: string
  company: DemoThings['companies'][number]
  cloudId: string
  panelId: string
  csr: (typeof world.csrs)[number]
  next: () => number
}

const claim = (message: string): DemoEntry => ({ source: 'console', message, after: 0 })
const server = (after: number, message: string, more: Partial<DemoEntry> = {}): DemoEntry => ({
  source: 'server',
  message,
  after,
  ...more,
})

/** A screen's action that only the console tells of: it changed nothing. */
const looked = (screen: string, message: string): DemoAction => ({
  screen,
  route: '',
  permission: '',
  entries: [claim(message)],
})

const simManagement = 'SIM Management'
const companyManagement = 'Company Management'
const panelInfo = 'Panel Info (CBS)'
const csrManagement = 'Virtual CSR Management'

const reading: readonly Kind[] = [
  { weight: 20, act: ({ iccid }) => looked('SIM Information', `Compare SIM ${iccid}`) },
  {
    weight: 14,
    act: ({ iccid }) => looked('Sim Activity Logs', `Search activity of SIM ${iccid}, the last 7 days`),
  },
  { weight: 4, act: ({ iccid }) => looked('User Action Detail', `Search user actions for ${iccid}`) },
]

const supporting: readonly Kind[] = [
  { weight: 16, act: ({ iccid }) => looked(simManagement, `Query SIM ${iccid}`) },
  { weight: 9, act: ({ iccid }) => looked(simManagement, `Check online status of SIM ${iccid}`) },
  { weight: 8, act: ({ iccid }) => looked(simManagement, `Check usability of SIM ${iccid}`) },
  { weight: 9, act: ({ cloudId }) => looked(panelInfo, `Locate panels by Cloud ID: ${cloudId}`) },
  { weight: 4, act: ({ cloudId }) => looked(panelInfo, `Look at the panel info of ${cloudId}`) },
  {
    weight: 4,
    act: () => looked('User Info (CBS)', 'Search the Remote Portal user installer@harbor.example'),
  },
  { weight: 3, act: () => looked('WebConnect Metrics', 'Refresh the WebConnect metrics') },
  {
    weight: 6,
    act: ({ iccid, next }) => {
      const state = next() < 0.5 ? 'unusable' : 'usable'
      return {
        screen: simManagement,
        route: 'POST /simmanagement/v1/simusability/{SimId}',
        permission: 'sim-management.change',
        entries: [
          claim(`Mark SIM ${iccid} ${state}`),
          server(0.1, `Mark SIM ${iccid} ${state}`, { object: thing('sim', iccid) }),
        ],
      }
    },
  },
  { weight: 6, act: saveCompany },
  { weight: 5, act: flagPanel },
  {
    weight: 2,
    act: ({ company: { id, name, sapCompanyId } }) => {
      const message = `Generate an installer service key of ${name} (SAP ${sapCompanyId})`
      return {
        screen: companyManagement,
        route: 'POST /companymanager/v1/companies/{companyId}/isk',
        permission: 'companies.change',
        entries: [
          claim(`Generate installer service key of company ${name} (SAP ${sapCompanyId})`),
          server(0.2, message, { object: thing('company', id) }),
        ],
      }
    },
  },
]

const engineering: readonly Kind[] = [
  { weight: 10, act: () => looked(csrManagement, 'Refresh the CSR servers') },
  { weight: 9, act: deploy },
  { weight: 6, act: ({ panelId }) => looked('Panel Environment', `Look up panel ID ${panelId} in prod`) },
  { weight: 6, act: pointPanel },
]

function saveCompany({ company: { id, name, sapCompanyId }, next }: Chosen): DemoAction {
  const message = `Save company ${name} (SAP ${sapCompanyId})`
  const isLate = next() < 0.12
  return {
    screen: companyManagement,
    route: 'PUT /companymanager/v1/companies/{companyId}/rpscontrols',
    permission: 'companies.change',
    entries: [
      claim(message),
      server(0.3, message, {
        object: thing('company', id),
        ...(isLate
          ? {
              result: 'Conflict',
              detail: 'Someone saved this company in between. Nothing was overwritten.',
            }
          : { detail: 'alert threshold: 80 to 90' }),
      }),
    ],
  }
}

function flagPanel({ cloudId, next }: Chosen): DemoAction {
  const [verb, state] = next() < 0.5 ? (['Disable', 'disabled'] as const) : (['Enable', 'enabled'] as const)
  const message = `${verb} management of panel ${cloudId} in the Remote Portal`
  const object = thing('panel', cloudId)
  const isRefused = next() < 0.1
  return {
    screen: panelInfo,
    route: `${verb === 'Disable' ? 'POST' : 'DELETE'} /panelmanagement/v1/devicemigration/{cloudId}`,
    permission: 'panels.change',
    entries: [
      claim(message),
      server(0.2, message, { object, result: 'Intent' }),
      server(1.4, message, {
        object,
        ...(isRefused
          ? { result: 'Unavailable', detail: 'The Remote Portal could not be reached. Nothing was changed.' }
          : { detail: `Management of panel ${cloudId} is ${state} in the Remote Portal now.` }),
      }),
    ],
  }
}

function deploy({ csr, next }: Chosen): DemoAction {
  const releases = world.csrReleases
  const at = 1 + Math.floor(next() * (releases.length - 1))
  const [from, to] = [releases[at - 1] ?? '', releases[at] ?? '']
  const object = thing('csr', csr.ipAddress)
  const fails = csr.shows !== 'usual' || next() < 0.05
  return {
    screen: csrManagement,
    route: 'POST /csrmanagement/v1/csrs/{ip}/upgrade',
    permission: 'csr.change',
    entries: [
      claim(`Upgrade ${csr.server} from ${from} to ${to}`),
      server(0.2, `Deploy ${to} on ${csr.ipAddress}`, { object, result: 'Intent' }),
      server(48, `Upgrade ${csr.server} from ${from} to ${to}`, {
        object,
        ...(fails && { result: 'Error', detail: 'The core service did not start with the new release.' }),
      }),
    ],
  }
}

function pointPanel({ panelId, next }: Chosen): DemoAction {
  const to = next() < 0.5 ? 'TEST' : 'PROD'
  const from = to === 'TEST' ? 'PROD' : 'TEST'
  const object = thing('panel', panelId)
  const message = `Point panel ${panelId} from ${from} to ${to}`
  return {
    screen: 'Panel Environment',
    route: 'PUT /panelenvironment/v1/{physicalId}/pathfinder',
    permission: 'panel-environment.change',
    entries: [
      claim(`${message} in Pathfinder`),
      server(0.1, message, { object, result: 'Intent' }),
      server(0.9, message, {
        object,
        ...(next() < 0.1
          ? { result: 'Error', detail: 'Pathfinder answered 500. The panel still points where it did.' }
          : { detail: 'Update pathfinder successfully.' }),
      }),
    ],
  }
}

const kindsOf = {
  support: [...reading, ...supporting],
  engineer: [...reading, ...supporting, ...engineering],
  auditor: reading,
} as const

export type DemoDuty = keyof typeof kindsOf

/** An action of someone with this duty. */
export function demoAction(duty: DemoDuty, things: DemoThings, next: () => number): DemoAction {
  const kinds = kindsOf[duty]
  const choose = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
  let left = next() * kinds.reduce((sum, { weight }) => sum + weight, 0)
  const kind = kinds.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  const { from, to } = world.generatedPanels
  return (kind ?? choose(kinds)).act({
    // The named ones the more often: they are what a demonstration looks for.
    iccid: next() < 0.3 ? choose(world.sims).iccid : choose(things.iccids),
    company: next() < 0.2 ? (things.companies[0] ?? choose(things.companies)) : choose(things.companies),
    cloudId: `CBS${String(from + Math.floor(next() * (to - from + 1))).padStart(7, '0')}`,
    panelId: choose(world.panels).physicalPanelId,
    csr: choose(world.csrs),
    next,
  })
}
