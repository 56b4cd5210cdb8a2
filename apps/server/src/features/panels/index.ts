export { idsOfPanel, keepPanelIds } from './panel-ids.ts'
export { registerPanels } from './panels.routes.ts'
export { panelsByCloudId } from './panels.store.ts'
export { aboutFlag } from './settle-flag.ts'
