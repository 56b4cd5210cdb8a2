export { type Collector, createCollector, type WebConnectTimes } from './collector.ts'
export { webConnectFigure } from './figure.ts'
export { thinSamples } from './thin-samples.ts'
export { registerWebConnect } from './webconnect.routes.ts'
export { lastReceivedOf, readMetrics } from './webconnect.store.ts'

import './webconnect.table.ts'
