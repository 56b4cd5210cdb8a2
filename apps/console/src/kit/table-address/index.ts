export { useViewInAddress } from './use-view-in-address.ts'
