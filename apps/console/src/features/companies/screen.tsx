import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

/** One import for all pages: the first page carries the list of its parts once. */
const program = () => import('./index.ts')

export const companiesScreen: Screen = {
  path: addresses.companies(),
  menu: 'MenuCompanies',
  title: 'TitleCompanies',
  letter: 'c',
  icon: thingShapes.company,
  permission: 'companies.read',
  load: async () => (await program()).CompanyList,
  pages: [
    {
      path: patterns.company,
      load: async () => (await program()).CompanyUpdate,
    },
    {
      path: patterns.newCompany,
      load: async () => (await program()).CompanyAdd,
    },
    { path: patterns.leaving, load: async () => (await program()).LeavingPage },
    { path: patterns.companyOfNumber, load: async () => (await program()).CompanyOfNumber },
  ],
}
