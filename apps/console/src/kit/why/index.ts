export { Asked } from './asked.tsx'
export { useWhy } from './use-why.ts'
export { WhyFields } from './why-fields.tsx'
export { TicketLink, WhyLine } from './why-line.tsx'
