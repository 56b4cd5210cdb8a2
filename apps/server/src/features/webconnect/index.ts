export { type Collector, createCollector } from './collector.ts'
export { thinSamples } from './thin-samples.ts'
export { registerWebConnect } from './webconnect.routes.ts'
export { webConnectSeed } from './webconnect.seed.ts'

import './webconnect.table.ts'
