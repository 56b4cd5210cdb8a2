export { registerPanels } from './panels.routes.ts'
export { panelsSeed } from './panels.seed.ts'
