/** Company Management (specification 2.6). */
export { CompanyAdd } from './company-add.tsx'
export { CompanyInWords } from './company-in-words.tsx'
export { CompanyList } from './company-list.tsx'
export { CompanyOfNumber, CompanyUpdate } from './company-update.tsx'
export { LeavingPage } from './leaving/leaving-page.tsx'
export { useLeaving } from './leaving/use-leaving.tsx'
