import { identified } from '@support-console/contract/identifiers'

/** The address of a part of a company's page; its SIMs stand at the company's own. */
export const companyPart = (id: string, part = 'sims'): string =>
  part === 'sims' ? identified.company.page(id) : `${identified.company.page(id)}/${part}`
