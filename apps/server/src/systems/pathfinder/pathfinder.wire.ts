import { z } from 'zod'

/** How Pathfinder writes environments. */
const Environment = z.enum(['PROD', 'TEST', 'DEV'])

/** GET and PUT /panels/{physicalId}/environment (docs/neighbours.md) */
export const Pointing = z.object({ physicalPanelId: z.string(), environment: Environment })

/** GET /mappings. Types that the console does not know are left out. */
export const Mappings = z.object({
  environment: Environment,
  mappings: z
    .array(z.object({ idType: z.string().max(50).nullish(), value: z.string().max(200).nullish() }))
    .max(50)
    .transform((all) => all.flatMap(({ idType, value }) => (idType && value ? [{ idType, value }] : []))),
})

export const PathfinderError = z.object({ code: z.string(), detail: z.string().nullish() })
