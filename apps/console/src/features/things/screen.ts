import { patterns } from '@support-console/contract/addresses'
import type { Page } from '../../kit/screen.ts'

/**
 * The pages of things, each at the address and for those whom the table of identifiers names (connected console, section 4),
 * which itself comes with the first name only.
 */
export const thingPages: readonly Page[] = [
  {
    path: patterns.sim,
    title: 'TitleSim',
    permission: 'sim-information.read',
    load: async () => (await import('./sim/sim-page.tsx')).SimPage,
  },
  {
    path: patterns.panel,
    title: 'TitlePanel',
    permission: 'panels.read',
    load: async () => (await import('./panel/panel-page.tsx')).PanelPage,
  },
  {
    path: patterns.transaction,
    title: 'TitleTransaction',
    permission: 'user-actions.read',
    load: async () => (await import('./transaction/transaction-page.tsx')).TransactionPage,
  },
  {
    path: patterns.companyPart,
    title: 'TitleCompany',
    permission: 'companies.read',
    load: async () => (await import('./company/company-page.tsx')).CompanyPage,
  },
]
