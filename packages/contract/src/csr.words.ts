/** Limits of CSR Management (2.10). No schemas, so that the console can carry it. */

/** Longest description of a CSR, in characters. */
export const longestCsrDescription = 200
/** Deployments that the history of a CSR shows at most, the newest ones. */
export const mostDeployments = 50

/**
 * Where a CSR stands (2.10, 4). `Pending`: a deployment was asked for and its agent has not begun. `Running`: the agent
 * is at it. `Succeeded`: it runs the release that it names. `Error`: its last deployment ended otherwise.
 */
export const csrStatuses = ['Succeeded', 'Running', 'Pending', 'Error'] as const
export type CsrStatus = (typeof csrStatuses)[number]
