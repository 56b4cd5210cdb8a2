import world from '@support-console/demo-world/world.json' with { type: 'json' }
import { generator, withCheckDigit } from './generator.ts'

export type Vendor = keyof typeof world.carriers
export type SimState = 'active' | 'suspended' | 'deactivated' | 'inventory'

/** A SIM as the demo world begins; what changed later is in `world.ts`. */
export interface SeededSim {
  iccid: string
  vendor: Vendor
  company: { name: string; sapCompanyId: string } | null
  /** What a named SIM of the demo world shows, or 'batch'. */
  shows: string
  imsi: string
  imei: string
  /** Country code 1 and ten digits. */
  msisdn: string
  natIp: string
  realIp: string
  online: boolean
  state: SimState
  activatedAt: Date
  activatedBy: string
  referenceNumber: string
  description: string
  /** By how much it uses more data than others like it. */
  usageFactor: number
  /** How long before the first start the present session began, in seconds. */
  sessionAge: number
}

interface Place {
  iccid: string
  vendorCode: string
  companyId: number | null
  shows: string
  /** Last two digits of the fictitious telephone number, and its area code. */
  line: number
  area: string
  net: number
  host: number
}

const sites = [
  'panel 4',
  'panel 17',
  'panel swap stock',
  'warehouse',
  'show room',
  'training panel',
  'panel 31',
]
const staff = ['support@example.com', 'engineer@example.com', 'robot@example.com']

/** Expands the fixed facts of the demo world into whole SIMs: the same ones on every machine. */
export function seedSims(): Map<string, SeededSim> {
  const sims = [...[...namedPlaces(), ...rangePlaces()].map(expand), ...panelSims()]
  return new Map(sims.map((sim) => [sim.iccid, sim]))
}

function namedPlaces(): Place[] {
  return world.sims.map((sim) => {
    const line = Number(sim.iccid.slice(-2))
    return { ...sim, line, area: '312', net: sim.companyId === 2 ? 4 : 18, host: line }
  })
}

function rangePlaces(): Place[] {
  return world.simRanges.flatMap(({ prefix, from, to, areaCodes, ...range }) =>
    Array.from({ length: to - from + 1 }, (_, index) => {
      const number = from + index
      return {
        ...range,
        iccid: withCheckDigit(prefix + String(number).padStart(3, '0')),
        shows: 'batch',
        line: number % 100,
        area: areaCodes[Math.floor(number / 100) % 2] ?? '',
        host: number + 1,
      }
    }),
  )
}

/** The SIM of a generated panel; undefined where there is no such panel. */
export function iccidOfPanel(panel: number): string | undefined {
  const { from, to } = world.generatedPanels
  const kind = world.panelSims[panel % world.panelSims.length]
  return kind && panel >= from && panel <= to
    ? withCheckDigit(`${kind.prefix}${String(panel).padStart(7, '0')}`)
    : undefined
}

function panelSims(): SeededSim[] {
  const { from, to } = world.generatedPanels
  return Array.from({ length: to - from + 1 }, (_, i) => panelSim(from + i))
}

function panelSim(panel: number): SeededSim {
  const { fromCompanyId, toCompanyId, firstSapCompanyId, ...names } = world.generatedCompanies
  const companies = toCompanyId - fromCompanyId + 1
  const company = panel % companies
  const words = names.words.split(' ')
  const kind = names.kinds.split(' ')[Math.floor(company / words.length)]
  const vendor = world.panelSims[panel % world.panelSims.length]?.vendorCode as Vendor
  const own = expand({
    iccid: iccidOfPanel(panel) ?? '',
    vendorCode: vendor,
    companyId: null,
    shows: 'panel',
    line: panel % 100,
    area: String(600 + Math.floor(panel / 100)),
    net: 0,
    host: 0,
  })
  const address =
    (company % 3 === 2 ? 0xac10_0000 : 0x0a80_0000) + company * 4096 + Math.floor(panel / companies) + 1
  const natIp = [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
  return {
    ...own,
    company: {
      name: `${words[company % words.length]} ${kind}`,
      sapCompanyId: String(Number(firstSapCompanyId) + company),
    },
    imei: withCheckDigit(`35209901${String(100_000 + panel)}`),
    natIp,
    realIp: natIp,
    description: `CBS${String(panel).padStart(7, '0')}`,
  }
}

/** Many more SIMs, for those who look at a whole fleet, and what of them is otherwise than one would expect. */
interface FleetSims {
  sim(iccid: string): SeededSim | undefined
  iccids(): string[]
  drifts(): Drift[]
}

export interface Drift {
  iccid: string
  /** Deactivated at the carrier, or in another device; `told`: the carrier's list of changes has it. */
  drift: 'gone' | 'imei'
  told: boolean
  /** Before it was in another device. */
  formerImei: string
}

const { fleetSims: fleet } = world
const driftKinds = ['gone', 'imei'] as const
const fleetIccid = (n: number) => withCheckDigit(`${fleet.prefix}${String(n).padStart(10, '0')}`)
const fleetImei = (n: number) => withCheckDigit(`${fleet.imeiPrefix}${String(n).padStart(10, '0')}`)

/**
 * The same ones on every machine.
 * @param untold how many in a hundred changes of device the carrier's list of changes does not have
 */
export function fleetSims({ sims, drift, seed, untold }: FleetSettings): FleetSims {
  const draw = generator(`drift ${seed}`)
  const drifts = new Map<string, Drift>()
  while (drifts.size < Math.min(drift, sims)) {
    const n = draw(sims)
    const iccid = fleetIccid(n)
    const kind = driftKinds[drifts.size % driftKinds.length] ?? 'gone'
    const told = kind === 'gone' || draw(100) >= untold
    if (!drifts.has(iccid)) drifts.set(iccid, { iccid, drift: kind, told, formerImei: fleetImei(n) })
  }
  return {
    iccids: () => Array.from({ length: sims }, (_, n) => fleetIccid(n)),
    drifts: () => [...drifts.values()],
    sim(iccid) {
      const n = iccid.startsWith(fleet.prefix) ? Number(iccid.slice(fleet.prefix.length, -1)) : Number.NaN
      if (!(n < sims) || fleetIccid(n) !== iccid) return undefined
      const own = drifts.get(iccid)
      const place = { companyId: null, shows: 'fleet', line: n % 100, area: '700', net: 0, host: 0 }
      const sim = expand({ ...place, iccid, vendorCode: fleet.vendorCode })
      const address = 0x0b00_0000 + n
      const natIp = [24, 16, 8, 0].map((bits) => (address >>> bits) & 255).join('.')
      return {
        ...sim,
        imei: fleetImei(own?.drift === 'imei' ? n + sims : n),
        state: own?.drift === 'gone' ? 'deactivated' : 'active',
        msisdn: `1700${String(n).padStart(7, '0')}`,
        ...{ natIp, realIp: natIp },
        // Most were changed long ago.
        sessionAge: own?.told ? 60 + (n % 600) : 86_400 * (2 + (n % 700)),
      }
    },
  }
}

export interface FleetSettings {
  sims: number
  drift: number
  seed: number
  untold: number
}

function expand(place: Place): SeededSim {
  const draw = generator(`support-console ${place.iccid}`)
  const vendor = place.vendorCode as Vendor
  const company = world.companies.find(({ companyId }) => companyId === place.companyId)
  const draws = {
    imei: withCheckDigit(`35209900${String(100_000 + draw(800_000))}`),
    imsi: world.carriers[vendor].imsiPrefix + String(draw(1_000_000_000)).padStart(9, '0'),
    onlineDraw: draw(100),
    day: draw(500),
    second: draw(86_400),
    site: sites[draw(sites.length)] ?? 'panel 1',
    by: staff[draw(staff.length)] ?? 'support@example.com',
    sessionAge: 600 + draw(200_000),
  }
  const activatedAt = new Date(Date.UTC(2025, 3, 1) + draws.day * 86_400_000 + draws.second * 1000)
  const natIp = `${place.companyId === 2 ? '10.20' : '10.64'}.${place.net}.${place.host}`
  const day = activatedAt.toISOString().slice(0, 10).replaceAll('-', '')
  const sim: SeededSim = {
    iccid: place.iccid,
    vendor,
    company: company ? { name: company.name, sapCompanyId: company.sapCompanyId } : null,
    shows: place.shows,
    imsi: draws.imsi,
    imei: draws.imei,
    msisdn: `1${place.area}55501${String(place.line).padStart(2, '0')}`,
    natIp,
    realIp: place.shows === 'no-nat' ? natIp : `172.20.${place.net === 18 ? 4 : place.net}.${place.host}`,
    online: place.shows === 'batch' ? draws.onlineDraw < 85 : true,
    state: 'active',
    activatedAt,
    activatedBy: draws.by,
    referenceNumber: `MB-${day}-${place.iccid.slice(-4)}`,
    description: `${company?.name ?? 'Unassigned'}, ${draws.site}`,
    usageFactor: 1,
    sessionAge: draws.sessionAge,
  }
  return { ...sim, ...special(place.shows) }
}

/** What the demo world's table says of single SIMs, where it is more than an answer of one system. */
function special(shows: string): Partial<SeededSim> {
  const september = { activatedAt: new Date('2026-09-14T15:20:31.000Z'), activatedBy: 'support@example.com' }
  switch (shows) {
    case 'happy':
      return { ...september, imei: withCheckDigit('35000000123456'), referenceNumber: 'MB-20260914-0013' }
    case 'offline':
      return { online: false, description: 'Harbor Security, panel 17' }
    case 'unknown-to-carrier':
      return { online: false }
    case 'sources-disagree':
      return {
        ...september,
        online: false,
        imei: '352099001761481',
        referenceNumber: 'MB-20260914-0055',
        description: 'Harbor Security, panel swap stock',
      }
    case 'deactivated':
      return { online: false, state: 'deactivated' }
    default:
      return {}
  }
}
