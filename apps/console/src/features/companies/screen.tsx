import { addresses, patterns } from '@support-console/contract/addresses'
import type { Screen } from '../../kit/screen.ts'

export const companiesScreen: Screen = {
  path: addresses.companies(),
  menu: 'MenuCompanies',
  title: 'TitleCompanies',
  letter: 'c',
  icon: (
    <>
      <path d="M2.5 13.5v-11h6.5v11M9 6.5h4.5v7M1.5 13.5h13" />
      <path d="M4.75 5.25h2M4.75 8h2M4.75 10.75h2M11.25 9v0M11.25 11.25v0" />
    </>
  ),
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
    { path: patterns.companyOfNumber, load: async () => (await import('./index.ts')).CompanyOfNumber },
  ],
}
