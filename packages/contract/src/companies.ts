import { z } from 'zod'
import { defineCall } from './call.ts'
import { salesRegions } from './companies.words.ts'
import { CompanyBundle, CompanyId, CompanyUpdate, NewCompany } from './company-bundle.ts'
import { why } from './reasons.ts'
import { wholeNumber } from './text.ts'

export const CompanyListItem = z.object({
  companyId: CompanyId,
  companyName: z.string(),
  sapCompanyId: z.string(),
  sapSalesRegion: z.enum(salesRegions),
})
export type CompanyListItem = z.infer<typeof CompanyListItem>

/** A company that has been announced and does not exist yet. */
export const Reservation = z.object({
  /** Its SAP Company ID. */
  value: z.string(),
  /** Its name. */
  label: z.string(),
  sapSalesRegion: z.enum(salesRegions),
  deviceRegion: z.string(),
})
export type Reservation = z.infer<typeof Reservation>

export const listCompanies = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies',
  access: 'companies.read',
  spec: '2.6, 3, 7',
  summary: 'All companies by name, the reservations that are open, and the device regions',
  data: z.object({
    companyInfos: z.array(CompanyListItem),
    reservations: z.array(Reservation),
    deviceRegionOptions: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
})

const params = z.strictObject({
  companyId: wholeNumber(1, 2_147_483_647, 'must be the id of a company'),
})

export const getCompany = defineCall({
  method: 'GET',
  path: '/companymanager/v1/companies/{companyId}/rpscontrols',
  access: 'companies.read',
  spec: '2.6, 3, 7, D32',
  audit: {
    screen: 'Company Management',
    action: 'Show the installer service key of company {companyId}',
    object: 'company {companyId}',
  },
  summary:
    'A company with all its settings; with key=hidden without its installer service key, which is not put on record then',
  params,
  query: z.strictObject({ key: z.enum(['shown', 'hidden']).default('shown') }),
  data: CompanyBundle,
  carriesSecret: true,
})

export const updateCompany = defineCall({
  method: 'PUT',
  path: '/companymanager/v1/companies/{companyId}/rpscontrols',
  access: 'companies.change',
  spec: '2.6, 7, D10',
  audit: { screen: 'Company Management', action: 'Save company {companyId}', object: 'company {companyId}' },
  summary: 'Save a company; 409 when someone else has saved it since it was loaded',
  params,
  body: CompanyUpdate,
  data: z.object({ companyId: CompanyId, updateDate: z.iso.datetime() }),
})

export const createCompany = defineCall({
  method: 'POST',
  path: '/companymanager/v1/companies/rpscontrols',
  access: 'companies.change',
  spec: '2.6, 7',
  audit: { screen: 'Company Management', action: 'Create a company' },
  summary: 'Create a company, out of a reservation or of its own; its installer service key is made with it',
  body: NewCompany,
  data: z.object({ companyId: CompanyId, updateDate: z.iso.datetime() }),
})

export const generateInstallerServiceKey = defineCall({
  method: 'POST',
  path: '/companymanager/v1/companies/{companyId}/isk',
  access: 'companies.change',
  spec: '2.6',
  audit: {
    screen: 'Company Management',
    action: 'Generate an installer service key of company {companyId}',
    object: 'company {companyId}',
  },
  summary: 'Replace the installer service key: earlier ones link no new RPS install any more',
  params,
  query: z.strictObject(why),
  cutsOff: true,
  /** The key that the user saw: a second click, or a second person, replaces nothing unseen. */
  body: z.strictObject({ replaces: z.guid('must be an installer service key') }),
  data: z.object({
    onlineServiceKey: z.guid(),
    updateDate: z.iso.datetime(),
    keyGeneratedAt: z.iso.datetime(),
    keyGeneratedBy: z.string().nullable(),
  }),
  carriesSecret: true,
})

export const verifyInstallerServiceKey = defineCall({
  method: 'POST',
  path: '/companymanager/v1/isk/verify',
  access: 'neighbour',
  spec: '2.6',
  audit: {
    screen: 'Company Management',
    action: 'Verify an installer service key',
    changesNothing: true,
  },
  summary:
    'The linking service asks whether a new RPS install may be linked with a key; its own token stands in the Authorization header',
  body: z.strictObject({ key: z.guid('must be an installer service key') }),
  data: z.object({
    valid: z.boolean(),
    /** Whose key it is, when it is valid. */
    companyId: CompanyId.nullable(),
    sapCompanyId: z.string().nullable(),
    /** When a newer key took its place, where that is why. */
    replacedAt: z.iso.datetime().nullable(),
  }),
})

export const companiesCalls = {
  listCompanies,
  getCompany,
  updateCompany,
  createCompany,
  generateInstallerServiceKey,
  verifyInstallerServiceKey,
}
