export { useShownColumns } from './use-shown-columns.ts'
export { useListView } from './use-views.ts'
export { ViewMenu, ViewNotes } from './view-menu.tsx'
