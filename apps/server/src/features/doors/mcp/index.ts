import type { Feature, FeatureParts } from '../../../platform/feature.ts'
import { registerMcp } from './mcp.routes.ts'

interface Needs extends FeatureParts {
  version: string
}

/** The console's reading calls as tools of the Model Context Protocol. */
export const mcp = ({ version }: Needs): Feature => ({
  calls: (api) => registerMcp(api, version),
})
