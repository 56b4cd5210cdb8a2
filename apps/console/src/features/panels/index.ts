export { CompanyPanels } from './company-panels.tsx'
export { PanelManagement } from './panel-management.tsx'
export { linkTo as linkToPanels } from './search.ts'
