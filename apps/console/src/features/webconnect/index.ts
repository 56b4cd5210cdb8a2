export { WebConnectMetrics } from './webconnect-metrics.tsx'
