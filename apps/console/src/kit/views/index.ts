export { useShownColumns } from './use-shown-columns.ts'
export { useListView } from './use-views.ts'
export { ViewBar } from './view-bar.tsx'
