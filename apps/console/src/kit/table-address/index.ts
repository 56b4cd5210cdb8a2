export { useListAddress } from './use-list-address.ts'
export { useTextInAddress } from './use-text-in-address.ts'
export { useViewInAddress } from './use-view-in-address.ts'
