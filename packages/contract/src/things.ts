import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { networkModels, salesRegions } from './companies.words.ts'
import { type IdentifiedKind, identified, mainIdentifier } from './identifiers.ts'
import { Panel } from './panels.ts'
import { PanelState, SimState } from './states.ts'
import { plainText } from './text.ts'

/** A thing's main identifier as a parameter, in its one form, however it was written. */
export const thingId = (kind: IdentifiedKind) =>
  plainText(100)
    .refine((text) => mainIdentifier(kind, text) !== undefined, `must be the identifier of a ${kind}`)
    .transform((text) => mainIdentifier(kind, text) ?? text)

const instant = z.iso.datetime()

export const ThingCompany = z.object({
  companyId: z.number().int(),
  name: z.string(),
  sapCompanyId: z.string(),
  /** How many the inventory has of it; one more than `mostCounted`: more than that. Null: the reader may not read them. */
  sims: z.number().int().nullable(),
  panels: z.number().int().nullable(),
  /** People at the Remote Portal. */
  users: z.number().int().nullable(),
})
export type ThingCompany = z.infer<typeof ThingCompany>

const CompanyThing = ThingCompany.extend({
  /** All that the inventory has of it; as above. */
  sims: z.number().int().nullable(),
  panels: z.number().int().nullable(),
  salesRegion: z.enum(salesRegions),
  deviceRegion: z.string(),
  networkModel: z.enum(networkModels),
  /** Those of the Remote Portal. */
  users: z.number().int().nullable(),
  updatedAt: instant,
  /** Null: an import. */
  updatedBy: z.string().nullable(),
})
export type CompanyThing = z.infer<typeof CompanyThing>

/** A panel's session at WebConnect, as its containers last told it. Times in UTC, ISO 8601. */
export const PanelConnection = z.object({
  /** `gone`: it has no session any more. */
  state: z.enum(['connected', 'silent', 'gone']),
  container: z.string(),
  /** The SIM and the address that the session named. */
  iccid: z.string(),
  host: z.string(),
  /** A silent one was last heard then, where its container told that; otherwise the look that first saw it so. */
  since: instant,
  /** Since which look its messages are not accepted; null: they are. */
  refusedSince: instant.nullable(),
  /** When its container last answered; null: it never did, or is gone itself. */
  saidAt: instant.nullable(),
})
export type PanelConnection = z.infer<typeof PanelConnection>

/** `Inventory` or `WebConnect`: who says that a SIM sits in a panel. */
const placed = { sources: z.array(z.string()) }

const SimThing = z.object({
  iccid: z.string(),
  /** Null: neither prefix nor inventory names one. */
  vendorCode: z.enum(vendorCodes).nullable(),
  /** Null: the inventory does not have it, or the reader may not read it. */
  usability: z.enum(['Usable', 'Unusable']).nullable(),
  deactivatedAt: instant.nullable(),
  state: SimState,
  /** As last observed; empty: no one ever told it. */
  phoneNumber: z.string(),
  company: ThingCompany.nullable(),
  /** Where it sits, by the sources that the reader may read; they may name different ones. */
  panels: z.array(
    z.object({
      cloudId: z.string(),
      ...placed,
      state: PanelState,
      connection: PanelConnection.nullable(),
    }),
  ),
  /** The server's clock, by which ages are told. */
  now: instant,
})
export type SimThing = z.infer<typeof SimThing>

const PanelThing = z.object({
  /** Empty but for its cloud ID where the inventory does not have it. */
  panel: Panel,
  state: PanelState,
  /** As the panel or Pathfinder told them; empty: not known. */
  physicalId: z.string(),
  productId: z.string(),
  deviceId: z.string(),
  /** The CSR server that serves it; empty: the inventory does not say. */
  receiver: z.string(),
  flagChangedAt: instant.nullable(),
  flagChangedBy: z.string(),
  company: ThingCompany.nullable(),
  sims: z.array(
    z.object({
      iccid: z.string(),
      vendorCode: z.enum(vendorCodes).nullable(),
      ...placed,
      /** Null: the reader may not read it. */
      state: SimState.nullable(),
    }),
  ),
  connection: PanelConnection.nullable(),
  /** When the inventory was last told of it; null: it does not have it, WebConnect alone told of it. */
  updatedAt: instant.nullable(),
  now: instant,
})
export type PanelThing = z.infer<typeof PanelThing>

export const thingsCalls = {
  getSimThing: defineCall({
    method: 'GET',
    path: '/things/v1/sims/{id}',
    access: identified.sim.permission,
    spec: 'connected console 4',
    summary: 'What a SIM is and belongs to, as far as it is known here; 404 when no source ever told of it',
    params: z.strictObject({ id: thingId('sim') }),
    data: SimThing,
  }),
  getPanelThing: defineCall({
    method: 'GET',
    path: '/things/v1/panels/{id}',
    access: identified.panel.permission,
    spec: 'connected console 4',
    summary:
      'What a panel is and belongs to, as far as it is known here; 404 when neither inventory nor WebConnect ever told of it',
    params: z.strictObject({ id: thingId('panel') }),
    data: PanelThing,
  }),
  getCompanyThing: defineCall({
    method: 'GET',
    path: '/things/v1/companies/{id}',
    access: identified.company.permission,
    spec: 'connected console 4',
    summary: 'What a company is, and how much it has; 404 when there is none of this id',
    params: z.strictObject({ id: thingId('company') }),
    data: CompanyThing,
  }),
} as const satisfies Record<string, Call>
