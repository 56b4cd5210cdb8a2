import { lazy } from 'react'

export { printed } from './environments.ts'
export { PanelEnvironment } from './panel-environment.tsx'
export { physicalIdOf, useEnvironment } from './use-pathfinder.ts'

/** Loaded when it is first asked for. */
export const PointTo = lazy(async () => ({ default: (await import('./point-to.tsx')).PointTo }))
