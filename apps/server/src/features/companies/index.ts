import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { createViews, type StateSettings } from '../states/index.ts'
import { type CompaniesSettings, registerCompanies } from './companies.routes.ts'
import { registerCompanyLists } from './company-lists.routes.ts'

interface Needs extends FeatureParts {
  settings: CompaniesSettings & StateSettings
}

export { type ThingsOfCompany, thingsOfCompany } from './company-things.ts'
export { openKey, sealKey, sealServiceKeys } from './sealed-key.ts'

/** Company Management (2.6), and what a company's page lists. */
export const companies = ({ platform, settings }: Needs): Feature => ({
  calls(api) {
    registerCompanies(api, settings)
    registerCompanyLists(api, createViews(platform, settings))
  },
})
