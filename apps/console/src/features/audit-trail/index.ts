/** User Action Detail (specification 2.12). */
export { UserActionDetail } from './user-action-detail.tsx'
