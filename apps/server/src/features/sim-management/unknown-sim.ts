import { Problem } from '../../platform/problem.ts'

/** Sentences beside the code that the console shows with them: '404 Not Found' says by itself that nothing was found. */
export const notInInventory = (simId: string): Problem =>
  new Problem('NotFound', `The inventory has no SIM ${simId}. Check its number.`, { detail: { simId } })

/** Whom to ask is told by the inventory, or by the first digits (5). */
export const noCarrierOf = (simId: string): Problem =>
  new Problem(
    'NotFound',
    `The inventory has no SIM ${simId}, and its first digits belong to no carrier. Check its number.`,
    { detail: { simId } },
  )
