import type { Environment } from '@support-console/contract/permissions'

/** In the order of the screen (2.9). */
export const choices = ['prod', 'test', 'dev'] as const satisfies readonly Environment[]

/** What a look-up may choose among: on the dev host dev, on the test host test, otherwise all (2.9). */
export const choicesOn = (host: Environment): readonly Environment[] => (host === 'prod' ? choices : [host])

/** PROD, TEST, DEV. */
export const printed = (environment: Environment): string => environment.toUpperCase()
