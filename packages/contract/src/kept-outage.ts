import { z } from 'zod'
import { subjectOf } from './faults.ts'
import { outageScopes } from './faults.words.ts'
import { outageHows } from './outages.words.ts'

const instant = z.iso.datetime()
const count = z.number().int()

/** Panels with something in common that stopped, from when it was told to when it was over. */
export const KeptOutage = z.object({
  outageId: z.string(),
  of: subjectOf(outageScopes),
  /** As people know it; empty: WebConnect as a whole, or a company that is gone. */
  name: z.string(),
  how: z.enum(outageHows),
  /** When its panels stopped, the first and the last. */
  from: instant,
  to: instant,
  /** When the console told it. */
  toldAt: instant,
  /** Null: it lasts. */
  endedAt: instant.nullable(),
  /** How many panels there are in its scope, are away now, and were when most were. */
  members: count,
  away: count,
  mostAway: count,
})
export type KeptOutage = z.infer<typeof KeptOutage>
