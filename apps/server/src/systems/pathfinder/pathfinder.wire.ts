import type { Environment } from '@support-console/contract'
import { z } from 'zod'

/** How Pathfinder writes environments. */
export const pathfinderWord = { prod: 'PROD', test: 'TEST', dev: 'DEV' } as const satisfies Record<
  Environment,
  string
>
const environments = { PROD: 'prod', TEST: 'test', DEV: 'dev' } as const
const PathfinderEnvironment = z.enum(['PROD', 'TEST', 'DEV']).transform((word) => environments[word])

/** GET and PUT /panels/{physicalId}/environment (docs/neighbours/panel-systems.md) */
export const Pointing = z.object({
  physicalPanelId: z.string(),
  environment: PathfinderEnvironment,
  changedAt: z.string().max(50).nullish(),
})

/** GET /mappings. Types that the console does not know are left out. */
export const Mappings = z.object({
  environment: PathfinderEnvironment,
  mappings: z
    .array(z.object({ idType: z.string().max(50).nullish(), value: z.string().max(200).nullish() }))
    .max(50)
    .transform((all) => all.flatMap(({ idType, value }) => (idType && value ? [{ idType, value }] : []))),
})

export const PathfinderError = z.object({ code: z.string(), detail: z.string().nullish() })
