import { PanelEnvironment } from '../features/panel-environment/index.ts'
import { useRuntimeConfig } from './runtime-config.ts'

/** Panel Environment with what only the frame knows: which host this is (2.9, D17). */
export function PanelEnvironmentPage() {
  return <PanelEnvironment host={useRuntimeConfig().environment} />
}
