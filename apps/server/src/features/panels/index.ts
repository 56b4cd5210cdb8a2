export { idsOfPanel, keepPanelIds } from './panel-ids.ts'
export { registerPanels } from './panels.routes.ts'
