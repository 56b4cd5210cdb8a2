export { Chart, type ChartMark } from './chart.tsx'
export { type Curve, curveOf, type Sample, ticksOf, together } from './curve.ts'
