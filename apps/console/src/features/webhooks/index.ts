/** Other systems that are told what happened (D59). */
export { Webhooks } from './webhooks.tsx'
