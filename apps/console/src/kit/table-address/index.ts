export { useListAddress } from './use-list-address.ts'
export { useViewInAddress } from './use-view-in-address.ts'
