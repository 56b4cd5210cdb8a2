export { type Collector, createCollector } from './collector.ts'
export { thinSamples } from './thin-samples.ts'
export { registerWebConnect } from './webconnect.routes.ts'

import './webconnect.table.ts'
