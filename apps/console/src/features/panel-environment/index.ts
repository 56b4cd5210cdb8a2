export { PanelEnvironment } from './panel-environment.tsx'
