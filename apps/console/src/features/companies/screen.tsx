import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'
import { thingShapes } from '../../kit/thing-icon.tsx'

export const companiesScreen: Screen = {
  path: addresses.companies(),
  menu: 'MenuCompanies',
  title: 'TitleCompanies',
  letter: 'c',
  icon: thingShapes.company,
  permission: 'companies.read',
  load: async () => (await import('./index.ts')).CompanyList,
  pages: [
    {
      path: patterns.company,
      load: async () => (await import('./index.ts')).CompanyUpdate,
    },
    {
      path: patterns.newCompany,
      load: async () => (await import('./index.ts')).CompanyAdd,
    },
    { path: patterns.leaving, load: async () => (await import('./index.ts')).LeavingPage },
    { path: patterns.companyOfNumber, load: async () => (await import('./index.ts')).CompanyOfNumber },
  ],
}
