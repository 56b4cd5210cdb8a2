export { CompanyPanels } from './company-panels.tsx'
export { PanelManagement } from './panel-management.tsx'
