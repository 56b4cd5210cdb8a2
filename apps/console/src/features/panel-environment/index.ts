export { printed } from './environments.ts'
export { PanelEnvironment } from './panel-environment.tsx'
export { physicalIdOf, useEnvironment } from './use-pathfinder.ts'
