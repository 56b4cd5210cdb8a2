export { registerPanels } from './panels.routes.ts'
