export { registerPanelEnvironment } from './panel-environment.routes.ts'
