export { runSeries } from './run-series.ts'
export { beginSeries, registerSeries } from './series.routes.ts'
export { countSims, purgeSeries, type SeriesCounts, seriesKind } from './series.store.ts'
