export { registerPanelEnvironment } from './panel-environment.routes.ts'
export { lookUp } from './point-panel.ts'
